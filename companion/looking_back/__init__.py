"""What is told of games that were played: their course, statistics, exports."""
