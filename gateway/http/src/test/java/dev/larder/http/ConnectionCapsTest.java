package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ConnectionCapsTest {

    private static final int MOST = 6;
    private static final int MAX_PER_ADDRESS = 2;

    private final ConnectionCaps caps = new ConnectionCaps(
            MOST, MAX_PER_ADDRESS, address -> address.getHostAddress().endsWith(".200"));

    @Test
    void oneAddressHasNoMoreThanItsOwnCap() {
        assertThat(admitted(1, 10)).hasSize(MAX_PER_ADDRESS);
        assertThat(admitted(2, 1)).hasSize(1);
    }

    @Test
    @Tag("hardening-X6")
    void allAddressesTogetherCannotExceedTotalCap() {
        int all = 0;
        for (int address = 1; address <= MOST; address++) {
            all += admitted(address, 1 + address % 2).size();
        }
        assertThat(all).isEqualTo(MOST);
        assertThat(admitted(100, 1)).isEmpty();
    }

    @Test
    void loweredCapAppliesToLaterConnections() {
        admitted(1, 2);
        caps.lower(3);
        assertThat(admitted(2, 2)).hasSize(1);
    }

    @Test
    @Tag("hardening-X6")
    void closedConnectionFreesCapOfItsAddressAndOfAll() {
        for (int round = 0; round < 3; round++) {
            List<Client> clients = new ArrayList<>();
            for (int address = 1; address <= 3; address++) {
                clients.addAll(admitted(address, MAX_PER_ADDRESS));
            }
            assertThat(clients).hasSize(MOST);
            assertThat(admitted(4, 1)).isEmpty();
            clients.forEach(Client::close);
        }
    }

    @Test
    void trustedProxyIsLimitedOnlyByTotalCap() {
        assertThat(admitted(200, 10)).hasSize(MOST);
    }

    @Test
    void refusedConnectionDoesNotCountTowardsCap() {
        admitted(1, 100);
        assertThat(admitted(2, MAX_PER_ADDRESS)).hasSize(MAX_PER_ADDRESS);
        assertThat(admitted(3, MAX_PER_ADDRESS)).hasSize(MAX_PER_ADDRESS);
    }

    /** A peer without an internet address counts among all. */
    @Test
    void peerWithoutAddressCountsTowardsTotalCap() {
        List<EmbeddedChannel> local = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            local.add(new EmbeddedChannel());
        }
        assertThat(local).allMatch(caps::tryAdmit);
        assertThat(admitted(1, 1)).isEmpty();
        local.get(0).close();
        assertThat(admitted(1, 1)).hasSize(1);
    }

    private List<Client> admitted(int address, int wanted) {
        List<Client> admitted = new ArrayList<>();
        for (int i = 0; i < wanted; i++) {
            var client = new Client(address, i);
            if (caps.tryAdmit(client)) {
                admitted.add(client);
            }
        }
        return admitted;
    }

    private static final class Client extends EmbeddedChannel {

        private final int address;
        private final int number;

        Client(int address, int number) {
            this.address = address;
            this.number = number;
        }

        @Override
        protected SocketAddress remoteAddress0() {
            return new InetSocketAddress("10.0.0." + address, 1024 + number);
        }
    }
}
