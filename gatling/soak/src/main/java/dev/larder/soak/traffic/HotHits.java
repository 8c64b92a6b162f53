package dev.larder.soak.traffic;

import dev.larder.soak.origin.Kind;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Readers of what everybody reads, whose hits are timed: from when they were to be asked for, whatever came between. */
final class HotHits implements Habit {

    static final int RESOURCES = 50;
    private static final int CONNECTIONS = 8;

    private final Scene scene;
    private final List<Client> clients;
    private final Random random = new Random(1);
    private int turn;

    HotHits(Scene scene) {
        this.scene = scene;
        this.clients =
                Stream.generate(() -> new Client(scene)).limit(CONNECTIONS).toList();
    }

    @Override
    public void act(long due) {
        var account = scene.account();
        clients.get(turn++ % CONNECTIONS)
                .read(Kind.HOT, random.nextInt(RESOURCES))
                .filter(Reply::hit)
                .ifPresent(hit -> account.hit(System.nanoTime() - due));
    }

    @Override
    public void close() {
        clients.forEach(Client::close);
    }
}
