package dev.larder.soak.traffic;

import dev.larder.soak.origin.Kind;
import java.io.IOException;
import java.util.Random;

/** Clients that are gone before they have what they asked for, or have sent what they announced. */
final class Aborts implements Habit {

    private static final int UPLOAD = 100_000;
    private static final int HEAD = 100;
    private static final int PART = 50_000;
    private static final byte[] NOTHING = new byte[0];

    private final Scene scene;
    private final String prefix;
    private final Random random = new Random(2);
    private long count;

    /** With a prefix for resources that nobody else asks for. */
    Aborts(Scene scene, String prefix) {
        this.scene = scene;
        this.prefix = prefix;
    }

    @Override
    public void act(long due) {
        var client = new Connection(scene.gateway());
        try {
            switch ((int) (count++ % 5)) {
                case 0 -> client.send(Ask.get(Kind.LARGE.path(prefix + count)).head(0), NOTHING);
                case 1 -> leave(client, Kind.LARGE.path(prefix + count), HEAD);
                case 2 -> leave(client, Kind.LARGE.path(prefix + count), PART);
                case 3 -> leave(client, Kind.LARGE.path(random.nextInt(Mix.LARGE)), PART);
                default ->
                    client.send(
                            new Ask("PUT", Kind.ITEM.path(random.nextInt(Mix.ITEMS)), "", "").head(UPLOAD),
                            new byte[UPLOAD / 2]);
            }
        } catch (IOException e) {
            // It wanted to leave anyway.
        } finally {
            client.reset();
        }
    }

    private static void leave(Connection client, String target, int bytes) throws IOException {
        client.send(Ask.get(target).head(0), NOTHING);
        client.skip(bytes);
    }

    @Override
    public void close() {
        // Nothing is left open.
    }
}
