"""What the chapter on logistic regression needs: figures, runs, exercises, evidence."""
