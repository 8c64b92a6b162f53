package dev.larder.soak.traffic;

import dev.larder.soak.origin.ResourceKind;
import java.io.IOException;
import java.util.Random;

/** Clients that are gone before they have what they asked for, or have sent what they announced. */
final class ClientAborts implements RepeatedAction {

    private static final int UPLOAD = 100_000;
    private static final int HEAD = 100;
    private static final int PART = 50_000;
    private static final byte[] NOTHING = new byte[0];

    private final TrafficContext context;
    private final String prefix;
    private final Random random = new Random(2);
    private long count;

    /** With a prefix for resources that nobody else asks for. */
    ClientAborts(TrafficContext context, String prefix) {
        this.context = context;
        this.prefix = prefix;
    }

    @Override
    public void act(long due) {
        var client = new SoakConnection(context.gateway());
        try {
            switch ((int) (count++ % 5)) {
                case 0 ->
                    client.send(
                            SoakRequest.get(ResourceKind.LARGE.path(prefix + count))
                                    .head(0),
                            NOTHING);
                case 1 -> leave(client, ResourceKind.LARGE.path(prefix + count), HEAD);
                case 2 -> leave(client, ResourceKind.LARGE.path(prefix + count), PART);
                case 3 -> leave(client, ResourceKind.LARGE.path(random.nextInt(ReadWriteMix.LARGE)), PART);
                default ->
                    client.send(
                            new SoakRequest("PUT", ResourceKind.ITEM.path(random.nextInt(ReadWriteMix.ITEMS)), "", "")
                                    .head(UPLOAD),
                            new byte[UPLOAD / 2]);
            }
        } catch (IOException e) {
            // It wanted to leave anyway.
        } finally {
            client.reset();
        }
    }

    private static void leave(SoakConnection client, String target, int bytes) throws IOException {
        client.send(SoakRequest.get(target).head(0), NOTHING);
        client.skip(bytes);
    }

    @Override
    public void close() {
        // Nothing is left open.
    }
}
