"""Drawing and tables that several chapters share."""
