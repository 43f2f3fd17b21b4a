"""The rules once more, written from the rulebooks alone, and a comparison of them with the package decision by decision."""
