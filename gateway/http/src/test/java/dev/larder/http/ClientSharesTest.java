package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One address has its share of what is scarce, whatever is left of it. */
class ClientSharesTest {

    private static final InetAddress ONE = address("192.0.2.1");
    private static final InetAddress OTHER = address("192.0.2.2");

    private final ClientShares shares = new ClientShares(10, 6);

    private static InetAddress address(String literal) {
        return NetUtil.createInetAddressFromIpAddressString(literal);
    }

    @Test
    void oneAddressHasNoMoreThanItsShare() {
        assertThat(shares.take(ONE, 6)).isTrue();
        assertThat(shares.take(ONE, 1)).isFalse();
        assertThat(shares.take(OTHER, 4)).isTrue();
    }

    @Test
    void allAddressesTogetherCannotExceedTotal() {
        assertThat(shares.take(ONE, 6)).isTrue();
        assertThat(shares.take(OTHER, 5)).isFalse();
        assertThat(shares.take(null, 4)).isTrue();
        assertThat(shares.take(null, 1)).isFalse();
    }

    @Test
    void returnedSharesCanBeTakenAgain() {
        shares.take(ONE, 6);
        shares.giveBack(ONE, 6);
        assertThat(shares.take(ONE, 6)).isTrue();
        assertThat(shares.take(OTHER, 4)).isTrue();
    }

    /** RFC 6177: a network of IPv6 has 2^64 addresses at least, and may be one client's. */
    @Test
    @Tag("hardening-X6")
    void addressesOfOneNetworkOfIpv6HaveOneShare() {
        assertThat(shares.take(address("2001:db8:1:2::1"), 6)).isTrue();
        assertThat(shares.take(address("2001:db8:1:2:ffff::2"), 1)).isFalse();
        assertThat(shares.take(address("2001:db8:1:3::1"), 1)).isTrue();
        shares.giveBack(address("2001:db8:1:2::3"), 6);
        assertThat(shares.take(address("2001:db8:1:2::4"), 6)).isTrue();
    }

    @Test
    void refusedRequestNeverTemporarilyTakesFromOthers() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        Thread refused = new Thread(() -> {
            while (!over.get()) {
                shares.take(ONE, 7);
            }
        });
        refused.start();
        int taken = 0;
        for (int i = 0; i < 1_000_000; i++) {
            if (shares.take(OTHER, 4)) {
                taken++;
                shares.giveBack(OTHER, 4);
            }
        }
        over.set(true);
        refused.join();
        assertThat(taken).isEqualTo(1_000_000);
    }

    @Test
    void accountReturnsSharesOnceAndTakesNoneAfterClose() {
        var octets = new ClientShares(10, 10);
        var requests = new ClientShares(1, 1);
        var account = new ClientShares.Account(null);
        assertThat(account.take(requests, 1)).isTrue();
        assertThat(account.take(octets, 4)).isTrue();
        assertThat(account.raiseTo(octets, 9)).isTrue();
        assertThat(account.raiseTo(octets, 9)).isTrue();
        assertThat(account.raiseTo(octets, 11)).isFalse();
        assertThat(account.taken(octets)).isEqualTo(9);
        account.giveBack(requests);
        account.giveBack(requests);
        assertThat(requests.take(null, 1)).isTrue();
        assertThat(requests.take(null, 1)).isFalse();
        assertThat(account.close()).isTrue();
        assertThat(account.close()).isFalse();
        assertThat(account.take(octets, 1)).isFalse();
        assertThat(octets.take(null, 10)).isTrue();
        assertThat(octets.take(null, 1)).isFalse();
    }
}
