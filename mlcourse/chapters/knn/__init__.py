"""The lesson on text and nearest neighbours."""
