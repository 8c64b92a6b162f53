package dev.larder.http.client;

import io.netty.channel.EventLoop;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Resolves names by DNS on the event loop that asks, whatever its transport. */
final class LoopAddressResolvers extends AddressResolverGroup<InetSocketAddress> {

    private final Map<OriginTransport, DnsAddressResolverGroup> groups = new ConcurrentHashMap<>();

    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
        return groups.computeIfAbsent(OriginTransport.of((EventLoop) executor), LoopAddressResolvers::group)
                .getResolver(executor);
    }

    private static DnsAddressResolverGroup group(OriginTransport transport) {
        return new DnsAddressResolverGroup(new DnsNameResolverBuilder()
                .datagramChannelType(transport.datagramType())
                .socketChannelType(transport.socketType()));
    }

    @Override
    public void close() {
        super.close();
        groups.values().forEach(DnsAddressResolverGroup::close);
    }
}
