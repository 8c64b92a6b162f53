package dev.larder.gateway.exchange;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * Whose share a request takes from: the address that its connection comes from or, if that is a trusted proxy, the last one in
 * {@code X-Forwarded-For} that is none.
 */
final class ClientAddress {

    private static final String FORWARDED_FOR = "X-Forwarded-For";

    private ClientAddress() {}

    /** The address; null if it is not known. */
    static @Nullable InetAddress of(ServerHttpRequest request, Predicate<InetAddress> trusted) {
        InetSocketAddress peer = request.getRemoteAddress();
        InetAddress address = peer == null ? null : peer.getAddress();
        List<String> lines = address == null || !trusted.test(address)
                ? List.of()
                : request.getHeaders().getOrEmpty(FORWARDED_FOR);
        String[] named = String.join(",", lines).split(",", -1);
        for (int i = named.length - 1; i >= 0; i--) {
            InetAddress before = NetUtil.createInetAddressFromIpAddressString(named[i].trim());
            if (before == null) {
                return address;
            }
            address = before;
            if (!trusted.test(before)) {
                return before;
            }
        }
        return address;
    }
}
