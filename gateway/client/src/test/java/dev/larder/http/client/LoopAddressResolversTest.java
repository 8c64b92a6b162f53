package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LoopAddressResolversTest {

    @ParameterizedTest
    @EnumSource(OriginTransport.class)
    void resolvesOnAnEventLoopOfAnyTransport(OriginTransport transport) {
        assumeTrue(transport != OriginTransport.EPOLL || Epoll.isAvailable(), "epoll is available");
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                1, transport == OriginTransport.EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        try (var resolvers = new LoopAddressResolvers()) {
            InetSocketAddress named = InetSocketAddress.createUnresolved("localhost", 80);
            assertThat(resolvers
                            .getResolver(loops.next())
                            .resolve(named)
                            .syncUninterruptibly()
                            .getNow())
                    .extracting(InetSocketAddress::getAddress)
                    .satisfies(address -> assertThat(((InetAddress) address).isLoopbackAddress())
                            .isTrue());
        } finally {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }
}
