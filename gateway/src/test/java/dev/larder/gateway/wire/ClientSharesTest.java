package dev.larder.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.NetUtil;
import java.net.InetAddress;
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
    void allTogetherHaveNoMoreThanThereIs() {
        assertThat(shares.take(ONE, 6)).isTrue();
        assertThat(shares.take(OTHER, 5)).isFalse();
        assertThat(shares.take(null, 4)).isTrue();
        assertThat(shares.take(null, 1)).isFalse();
    }

    @Test
    void whatIsGivenBackIsThereAgain() {
        shares.take(ONE, 6);
        shares.giveBack(ONE, 6);
        assertThat(shares.take(ONE, 6)).isTrue();
        assertThat(shares.take(OTHER, 4)).isTrue();
    }
}
