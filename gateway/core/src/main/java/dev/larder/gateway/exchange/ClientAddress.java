package dev.larder.gateway.exchange;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * The address whose share a request counts against: the peer address of the connection or, if that is a trusted proxy, the last
 * address in {@code X-Forwarded-For} or {@code Forwarded} that is not one. If the two fields name different addresses, the client
 * has sent one of them through its proxy; then the proxy's own address counts.
 */
final class ClientAddress {

    private static final String FORWARDED_FOR = "X-Forwarded-For";
    private static final String FORWARDED = "Forwarded";

    private ClientAddress() {}

    /** Returns the address; null if it is not known. */
    static @Nullable InetAddress of(ServerHttpRequest request, Predicate<InetAddress> trusted) {
        InetSocketAddress peer = request.getRemoteAddress();
        InetAddress address = peer == null ? null : peer.getAddress();
        return address == null || !trusted.test(address) ? address : forwarded(request.getHeaders(), address, trusted);
    }

    private static InetAddress forwarded(HttpHeaders fields, InetAddress proxy, Predicate<InetAddress> trusted) {
        List<String> listed = fields.getOrEmpty(FORWARDED_FOR).stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .toList();
        List<String> paired = fields.getOrEmpty(FORWARDED).stream()
                .flatMap(line -> ForwardedField.of(line).pairs().stream())
                .filter(pair -> pair.is("for"))
                .map(ForwardedField.Pair::value)
                .toList();
        if (listed.isEmpty() || paired.isEmpty()) {
            return last(listed.isEmpty() ? paired : listed, proxy, trusted);
        }
        InetAddress one = last(listed, proxy, trusted);
        return one.equals(last(paired, proxy, trusted)) ? one : proxy;
    }

    private static InetAddress last(List<String> nodes, InetAddress proxy, Predicate<InetAddress> trusted) {
        InetAddress address = proxy;
        for (int i = nodes.size() - 1; i >= 0 && trusted.test(address); i--) {
            InetAddress before = address(nodes.get(i));
            if (before == null) {
                return proxy;
            }
            address = before;
        }
        return address;
    }

    /** Returns the address of a node (RFC 7239 6), with or without a port; null for a name that is not an address. */
    private static @Nullable InetAddress address(String node) {
        String bare = node.replace("\"", "").trim();
        String host = bare;
        if (bare.startsWith("[")) {
            host = bare.substring(0, bare.indexOf(']') + 1);
        } else if (bare.indexOf(':') == bare.lastIndexOf(':')) {
            host = bare.split(":", 2)[0];
        }
        return NetUtil.createInetAddressFromIpAddressString(host);
    }
}
