package dev.larder.soak.traffic;

import java.util.function.BiConsumer;

/** Requests without end, each of another name. */
final class UniqueResourceFlood implements RepeatedAction {

    private final SoakClient client;
    private final String prefix;
    private final BiConsumer<SoakClient, String> request;
    private long count;

    /** With a prefix that no other flood has. */
    UniqueResourceFlood(TrafficContext context, String prefix, BiConsumer<SoakClient, String> request) {
        this.client = new SoakClient(context);
        this.prefix = prefix;
        this.request = request;
    }

    @Override
    public void act(long due) {
        request.accept(client, prefix + count++);
    }

    @Override
    public void close() {
        client.close();
    }
}
