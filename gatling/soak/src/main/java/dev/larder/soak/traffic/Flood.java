package dev.larder.soak.traffic;

import java.util.function.BiConsumer;

/** Requests without end, each of another name. */
final class Flood implements Habit {

    private final Client client;
    private final String prefix;
    private final BiConsumer<Client, String> request;
    private long count;

    /** With a prefix that no other flood has. */
    Flood(Scene scene, String prefix, BiConsumer<Client, String> request) {
        this.client = new Client(scene);
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
