package dev.larder.soak.traffic;

import dev.larder.soak.origin.ResourceKind;
import java.util.Random;

/** Readers of everything there is, and a writer among them. */
final class ReadWriteMix implements RepeatedAction {

    static final int ITEMS = 500;
    static final int VARIED = 5;
    static final int LARGE = 100;
    private static final int LIVE = 50;
    private static final int OWN = 20;
    private static final int USERS = 5;
    private static final int AGENTS = 8;

    private final SoakClient client;
    private final Random random;
    private final long seed;
    private long fresh;

    ReadWriteMix(TrafficContext context, long seed) {
        this.client = new SoakClient(context);
        this.random = new Random(seed);
        this.seed = seed;
    }

    /** Of a hundred: so many of each. */
    @Override
    public void act(long due) {
        var drawn = random.nextInt(100);
        if (drawn < 40) {
            client.read(ResourceKind.ITEM, random.nextInt(ITEMS));
        } else if (drawn < 60) {
            client.read(ResourceKind.HOT, random.nextInt(HotResourceReaders.RESOURCES));
        } else if (drawn < 70) {
            client.read(ResourceKind.VARIED, random.nextInt(VARIED), "agent-" + random.nextInt(AGENTS), "");
        } else if (drawn < 78) {
            client.read(ResourceKind.OWN, random.nextInt(OWN), "agent", "user-" + random.nextInt(USERS));
        } else if (drawn < 86) {
            client.read(ResourceKind.LIVE, random.nextInt(LIVE));
        } else if (drawn < 94) {
            client.read(ResourceKind.UNIQUE, "mix-" + seed + "-" + fresh++);
        } else if (drawn < 97) {
            client.read(ResourceKind.LARGE, random.nextInt(LARGE));
        } else {
            client.write(ResourceKind.ITEM, random.nextInt(ITEMS));
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
