package dev.larder.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who reads nothing is reset when its address, or all together, have too much that waits for them: the slowest first. */
class ClientBacklogTest {

    private static final InetAddress ONE = NetUtil.createInetAddressFromIpAddressString("192.0.2.1");
    private static final InetAddress OTHER = NetUtil.createInetAddressFromIpAddressString("192.0.2.2");

    private final ClientBacklog backlog = new ClientBacklog(1_000, 600);
    private final List<String> reset = new ArrayList<>();

    @Test
    void anAddressWithTooMuchLosesItsSlowest() {
        ClientBacklog.Waiting first = of(ONE, "first");
        ClientBacklog.Waiting second = of(ONE, "second");
        ClientBacklog.Waiting other = of(OTHER, "other");
        other.sending(300);
        first.sending(300);
        second.sending(300);
        first.sending(290);
        of(ONE, "third").sending(100);
        assertThat(reset).containsExactly("second");
        assertThat(backlog.octets()).isEqualTo(690);
    }

    @Test
    void allTogetherLoseTheSlowestOfAll() {
        of(ONE, "first").sending(500);
        of(OTHER, "second").sending(400);
        of(null, "third").sending(200);
        assertThat(reset).containsExactly("first");
    }

    @Test
    void aStoredBodyCountsOnceHoweverManyWaitForIt() {
        byte[] body = new byte[500];
        List<ByteBuf> contents = new ArrayList<>();
        List<ClientBacklog.Waiting> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            contents.add(Unpooled.wrappedBuffer(body));
            waiting.add(of(ONE, "client " + i));
            waiting.get(i).hold(contents.get(i));
        }
        assertThat(backlog.octets()).isEqualTo(500);
        for (int i = 0; i < 100; i++) {
            waiting.get(i).release(contents.get(i));
        }
        assertThat(backlog.octets()).isZero();
        assertThat(reset).isEmpty();
    }

    @Test
    void bodiesThatAreStoredNoMoreCountEachForItself() {
        for (int i = 0; i < 4; i++) {
            of(ONE, "client " + i).hold(Unpooled.wrappedBuffer(new byte[200]));
        }
        assertThat(reset).containsExactly("client 0");
    }

    @Test
    void whoHasLeftCountsForNothing() {
        ClientBacklog.Waiting first = of(ONE, "first");
        first.sending(500);
        first.leave();
        first.sending(500);
        of(ONE, "second").sending(600);
        assertThat(reset).isEmpty();
        assertThat(backlog.octets()).isEqualTo(600);
    }

    private ClientBacklog.Waiting of(@Nullable InetAddress address, String name) {
        return backlog.of(address, () -> reset.add(name));
    }
}
