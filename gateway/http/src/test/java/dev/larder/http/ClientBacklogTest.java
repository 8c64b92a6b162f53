package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who reads nothing is reset when its address, or all together, have too much that waits for them: the slowest first. */
class ClientBacklogTest {

    private static final InetAddress ONE = address("192.0.2.1");
    private static final InetAddress OTHER = address("192.0.2.2");

    private final ClientBacklog backlog = new ClientBacklog(1_000, 600, () -> this.now);
    private long now;
    private final List<String> reset = new ArrayList<>();

    @Test
    @Tag("hardening-X6")
    void resetsSlowestClientOfAddressAboveItsShare() {
        ClientBacklog.ConnectionBacklog first = of(ONE, "first");
        ClientBacklog.ConnectionBacklog second = of(ONE, "second");
        ClientBacklog.ConnectionBacklog other = of(OTHER, "other");
        other.sending(300);
        first.sending(300);
        second.sending(300);
        now = ClientBacklog.READING;
        first.sending(290);
        of(ONE, "third").sending(100);
        assertThat(reset).containsExactly("second");
        assertThat(backlog.octets()).isEqualTo(690);
    }

    /** Of many behind one address, none that reads is reset for the others; it counts with all the same. */
    @Test
    @Tag("hardening-X6")
    void readingClientsOfOneAddressAreResetOnlyAboveTotalLimit() {
        List<ClientBacklog.ConnectionBacklog> clients = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            clients.add(of(ONE, "client " + i));
            clients.get(i).sending(300);
        }
        for (int round = 0; round < 10; round++) {
            now += ClientBacklog.READING - 1;
            clients.forEach(client -> client.sending(299));
            clients.forEach(client -> client.sending(300));
        }
        assertThat(reset).isEmpty();
        clients.get(0).sending(401);
        assertThat(reset).containsExactly("client 0");
    }

    @Test
    void resetsSlowestClientOfAllAboveTotalLimit() {
        of(ONE, "first").sending(500);
        of(OTHER, "second").sending(400);
        of(null, "third").sending(200);
        assertThat(reset).containsExactly("first");
    }

    /** Else many connections of one address, of which each reads a little, would have those of the others reset. */
    @Test
    @Tag("hardening-X6")
    void totalLimitFirstResetsAddressAboveItsShare() {
        of(OTHER, "other").sending(200);
        for (int i = 0; i < 3; i++) {
            of(ONE, "one " + i).sending(300);
        }
        assertThat(reset).containsExactly("one 0");
        of(null, "third").sending(300);
        assertThat(reset).containsExactly("one 0", "other");
    }

    /** Else clients that read nothing, of several addresses below their shares, would have those reset that read. */
    @Test
    void totalLimitFirstResetsClientThatReadsNothing() {
        of(OTHER, "silent").sending(390);
        ClientBacklog.ConnectionBacklog reads = of(ONE, "reads");
        reads.sending(605);
        now = ClientBacklog.READING;
        reads.sending(604);
        reads.sending(611);
        assertThat(reset).containsExactly("silent");
    }

    @Test
    void totalLimitFirstResetsAddressWithLargestBacklog() {
        var small = new ClientBacklog(1_000, 100, () -> now);
        small.of(ONE, () -> reset.add("first")).sending(250);
        small.of(OTHER, () -> reset.add("second")).sending(400);
        small.of(OTHER, () -> reset.add("third")).sending(400);
        assertThat(reset).containsExactly("second");
    }

    @Test
    void sharedBodyCountsOnceForAllWaitingClients() {
        byte[] body = new byte[500];
        List<ClientBacklog.QueuedContent> held = new ArrayList<>();
        List<ClientBacklog.ConnectionBacklog> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiting.add(of(ONE, "client " + i));
            held.add(waiting.get(i).hold(Unpooled.wrappedBuffer(body)));
        }
        assertThat(backlog.octets()).isEqualTo(500);
        for (int i = 0; i < 100; i++) {
            waiting.get(i).release(held.get(i));
        }
        assertThat(backlog.octets()).isZero();
        assertThat(reset).isEmpty();
    }

    @Test
    void distinctBodiesCountSeparately() {
        for (int i = 0; i < 4; i++) {
            now += ClientBacklog.READING;
            of(ONE, "client " + i).hold(Unpooled.wrappedBuffer(new byte[200]));
        }
        assertThat(reset).containsExactly("client 0");
    }

    /** A client that reads nothing may ask on: what is written to it meanwhile is not read. */
    @Test
    @Tag("hardening-X6")
    void writingToClientDoesNotCountAsReading() {
        ClientBacklog.ConnectionBacklog readsNothing = of(ONE, "reads nothing");
        readsNothing.sending(200);
        of(ONE, "later").sending(200);
        readsNothing.sending(250);
        readsNothing.hold(Unpooled.wrappedBuffer(new byte[50]));
        now = ClientBacklog.READING;
        of(ONE, "third").sending(150);
        assertThat(reset).containsExactly("reads nothing");
    }

    @Test
    void releasedContentCountsAsReading() {
        ClientBacklog.ConnectionBacklog reads = of(ONE, "reads");
        ClientBacklog.QueuedContent held = reads.hold(Unpooled.wrappedBuffer(new byte[200]));
        reads.hold(Unpooled.wrappedBuffer(new byte[100]));
        of(ONE, "later").sending(200);
        now = ClientBacklog.READING;
        reads.release(held);
        of(ONE, "third").sending(350);
        assertThat(reset).containsExactly("later");
    }

    /** Else whoever asks for much, reads nothing and resets a stream at times would keep its place. */
    @Test
    @Tag("hardening-X6")
    void abandonedContentDoesNotCountAsReading() {
        ClientBacklog.ConnectionBacklog givesUp = of(ONE, "gives up");
        ClientBacklog.QueuedContent held = givesUp.hold(Unpooled.wrappedBuffer(new byte[200]));
        givesUp.hold(Unpooled.wrappedBuffer(new byte[100]));
        of(ONE, "later").sending(200);
        now = ClientBacklog.READING;
        givesUp.giveUp(held);
        assertThat(backlog.octets()).isEqualTo(300);
        of(ONE, "third").sending(350);
        assertThat(reset).containsExactly("gives up");
    }

    /** A codec releases what it was handed before it tells that it is written; in a pool, the object is another's then. */
    @Test
    void releasesHeldSizeEvenIfPooledBufferIsReused() {
        ByteBuf pooled = PooledByteBufAllocator.DEFAULT.buffer(100).writeZero(100);
        ClientBacklog.ConnectionBacklog waiting = of(ONE, "client");
        ClientBacklog.QueuedContent held = waiting.hold(pooled);
        pooled.capacity(200);
        ClientBacklog.QueuedContent again = waiting.hold(pooled);
        pooled.release();
        waiting.release(held);
        waiting.release(again);
        assertThat(backlog.octets()).isZero();
    }

    @Test
    void addressesOfOneIpv6NetworkShareOneBacklog() {
        of(address("2001:db8:1:2::1"), "first").sending(400);
        now = ClientBacklog.READING;
        of(address("2001:db8:1:2:ffff::2"), "second").sending(300);
        assertThat(reset).containsExactly("first");
    }

    @Test
    void departedClientDoesNotCount() {
        ClientBacklog.ConnectionBacklog first = of(ONE, "first");
        first.sending(500);
        first.leave();
        first.sending(500);
        of(ONE, "second").sending(600);
        assertThat(reset).isEmpty();
        assertThat(backlog.octets()).isEqualTo(600);
    }

    private static InetAddress address(String literal) {
        return NetUtil.createInetAddressFromIpAddressString(literal);
    }

    private ClientBacklog.ConnectionBacklog of(@Nullable InetAddress address, String name) {
        return backlog.of(address, () -> reset.add(name));
    }
}
