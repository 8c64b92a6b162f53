package dev.larder.simulator;

import java.util.Random;

/**
 * The staggered access pattern: every 3rd request is for the first of three selected objects, every 5th for the second,
 * every 7th for the third; if two coincide, the last one wins. Other requests are uniform over all objects. The three
 * are redrawn every 50 requests.
 */
final class StaggeredPattern implements AccessPattern {

    private static final int PERIOD = 50;

    private final int objects;
    private final Random random;
    private int third;
    private int fifth;
    private int seventh;

    StaggeredPattern(int objects, Random random) {
        this.objects = objects;
        this.random = random;
    }

    @Override
    public int object(long request) {
        if (request % PERIOD == 0) {
            third = random.nextInt(objects);
            fifth = other(third, third);
            seventh = other(third, fifth);
        }
        long nth = request + 1;
        if (nth % 7 == 0) {
            return seventh;
        }
        if (nth % 5 == 0) {
            return fifth;
        }
        return nth % 3 == 0 ? third : random.nextInt(objects);
    }

    /** Draws an object other than these two, if there are enough. */
    private int other(int one, int another) {
        int drawn = random.nextInt(objects);
        while (objects > 2 && (drawn == one || drawn == another)) {
            drawn = random.nextInt(objects);
        }
        return drawn;
    }
}
