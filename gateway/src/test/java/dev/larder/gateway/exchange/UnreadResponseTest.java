package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.netty.Connection;

class UnreadResponseTest {

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Connection connection = Connection.from(channel);
    private final UnreadResponse unread =
            new UnreadResponse(new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT));

    @Test
    void connectionIsOpenUntilTheExchangeIsOver() {
        unread.arrived(connection);
        assertThat(isOpen()).isTrue();
        unread.over();
        assertThat(isOpen()).isFalse();
    }

    @Test
    void responseThatArrivesAfterTheExchangeIsLetGo() {
        unread.over();
        unread.arrived(connection);
        assertThat(isOpen()).isFalse();
    }

    @Test
    void whatHasAReaderIsLeftToIt() {
        unread.arrived(connection);
        assertThat(unread.take()).isPresent();
        unread.over();
        assertThat(isOpen()).isTrue();
    }

    private boolean isOpen() {
        channel.runPendingTasks();
        return channel.isOpen();
    }
}
