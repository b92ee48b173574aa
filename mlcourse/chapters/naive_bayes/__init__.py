"""What the chapter on naive Bayes needs and no other."""
