"""The study's two access patterns: 500 requests for 50 documents."""
import random

DOCUMENTS = 50
REQUESTS = 500
REDRAWN = 50


def at_random(seed):
    draw = random.Random(seed)
    return [draw.randrange(DOCUMENTS) for _ in range(REQUESTS)]


def staggered_repetition(seed):
    """Every third request is URL 1, every fifth URL 2, every seventh URL 3, the higher number wins; drawn anew every 50."""
    draw = random.Random(seed)
    sequence = []
    for number in range(1, REQUESTS + 1):
        if number % REDRAWN == 1:
            repeated = draw.sample(range(DOCUMENTS), 3)
        if number % 7 == 0:
            sequence.append(repeated[2])
        elif number % 5 == 0:
            sequence.append(repeated[1])
        elif number % 3 == 0:
            sequence.append(repeated[0])
        else:
            sequence.append(draw.randrange(DOCUMENTS))
    return sequence


PATTERNS = {"random": at_random, "staggered": staggered_repetition}
