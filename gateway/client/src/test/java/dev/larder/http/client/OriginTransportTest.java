package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.Epoll;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.netty.resources.LoopResources;

class OriginTransportTest {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void supportsEventLoopsOfReactorNettyServer(boolean preferNative) {
        LoopResources resources = LoopResources.create("test", 1, true);
        try {
            EventLoop loop = (EventLoop) resources.onServer(preferNative).next();
            assertThat(OriginClient.supports(loop)).isTrue();
            assertThat(OriginTransport.of(loop))
                    .isEqualTo(preferNative && Epoll.isAvailable() ? OriginTransport.EPOLL : OriginTransport.NIO);
        } finally {
            resources.disposeLater(Duration.ZERO, Duration.ofSeconds(1)).block();
        }
    }

    @Test
    void refusesOtherEventLoops() {
        var loop = new DefaultEventLoop();
        assertThat(OriginClient.supports(loop)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> OriginTransport.of(loop));
        loop.shutdownGracefully();
    }
}
