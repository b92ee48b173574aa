"""The chapter on naive Bayes."""
