package dev.larder.soak.traffic;

import dev.larder.soak.origin.ResourceKind;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Readers of what everybody reads, whose hits are timed: from when they were to be asked for, whatever came between. */
final class HotResourceReaders implements RepeatedAction {

    static final int RESOURCES = 50;
    private static final int CONNECTIONS = 8;

    private final TrafficContext context;
    private final List<SoakClient> clients;
    private final Random random = new Random(1);
    private int turn;

    HotResourceReaders(TrafficContext context) {
        this.context = context;
        this.clients = Stream.generate(() -> new SoakClient(context))
                .limit(CONNECTIONS)
                .toList();
    }

    @Override
    public void act(long due) {
        var account = context.account();
        clients.get(turn++ % CONNECTIONS)
                .read(ResourceKind.HOT, random.nextInt(RESOURCES))
                .filter(SoakResponse::isHit)
                .ifPresent(hit -> account.hit(System.nanoTime() - due));
    }

    @Override
    public void close() {
        clients.forEach(SoakClient::close);
    }
}
