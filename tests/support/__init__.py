"""How the tests are run: in several processes, from one prepared site, all or the quick part."""
