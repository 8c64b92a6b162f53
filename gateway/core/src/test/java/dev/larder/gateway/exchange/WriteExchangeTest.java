package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.exchange.ExchangeFixture.Client;
import dev.larder.http.SendProgress;
import dev.larder.invalidation.EpochChange;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** RFC 9111 4.4: what a write makes wrong is invalidated before its response is released. */
class WriteExchangeTest {

    private final ExchangeFixture fixture = new ExchangeFixture();
    private final ManualPort port = new ManualPort();

    /** Its fence is set, and its invalidation takes effect, when the test says so. */
    private static final class ManualPort implements WritePort {

        private final Sinks.One<Boolean> fence = Sinks.one();
        private final Sinks.One<EpochChange> settled = Sinks.one();

        @Override
        public Mono<EpochChange> around(Function<SendProgress, Mono<ResponseHead>> forward) {
            return fence.asMono()
                    .then(Mono.defer(() -> forward.apply(SendProgress.UNOBSERVED)))
                    .then(settled.asMono());
        }

        @Override
        public boolean waits() {
            return true;
        }

        @Override
        public boolean mayBeStored() {
            return false;
        }

        void setFence() {
            fence.tryEmitValue(true);
        }

        void settle() {
            settled.tryEmitValue(EpochChange.NOT);
        }
    }

    @Test
    void mustNotSendBeforeTheFenceIsSet() {
        fixture.beginWrite(port, null);
        assertThat(fixture.asked).isEmpty();
        port.setFence();
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void sendsOnItsLoopIfTheFenceIsSetOnAnotherThread() {
        ByteBuf content = ExchangeFixture.octets("content");
        fixture.beginWrite(port, content);
        fixture.leaveLoop();
        port.setFence();
        assertThat(fixture.asked).isEmpty();
        fixture.runLoop();
        assertThat(fixture.asked).hasSize(1);
        assertThat(content.refCnt()).isZero();
    }

    @Test
    void mustNotAnswerBeforeTheInvalidationHasTakenEffect() {
        Client client = fixture.beginWrite(port, null);
        port.setFence();
        fixture.last().head(200, "Content-Length", "4");
        assertThat(fixture.last().paused).isTrue();
        assertThat(client.head).isNull();
        port.settle();
        assertThat(fixture.last().paused).isFalse();
        fixture.last().answerRest("done");
        assertThat(client.status()).isEqualTo(200);
        assertThat(client.content).hasToString("done");
        assertThat(client.ended).isTrue();
    }

    @Test
    void answersWithoutContentOnceSettled() {
        Client client = fixture.beginWrite(port, null);
        port.setFence();
        fixture.last().head(204);
        port.settle();
        fixture.last().listener.end(HeaderFields.EMPTY);
        assertThat(client.status()).isEqualTo(204);
        assertThat(client.ended).isTrue();
    }

    @Test
    void failureBeforeAnyContentIsABadGateway() {
        Client client = fixture.beginWrite(port, null);
        port.setFence();
        fixture.last().head(200, "Content-Length", "4");
        port.settle();
        fixture.last().listener.failed(new IOException("broken"));
        assertThat(client.status()).isEqualTo(502);
    }

    @Test
    void failureBeforeTheHeadIsABadGateway() {
        Client client = fixture.beginWrite(port, null);
        port.setFence();
        fixture.last().listener.failed(new IOException("broken"));
        assertThat(client.status()).isEqualTo(502);
    }

    @Test
    void sendsNothingIfTheClientLeavesBeforeTheFenceIsSet() {
        ByteBuf content = ExchangeFixture.octets("content");
        Client client = fixture.beginWrite(port, content);
        leave(client);
        port.setFence();
        assertThat(fixture.asked).isEmpty();
        assertThat(content.refCnt()).isZero();
    }

    @Test
    void cancelsTheRestIfTheClientLeavesWhileTheInvalidationIsUnderWay() {
        Client client = fixture.beginWrite(port, null);
        port.setFence();
        fixture.last().head(200);
        leave(client);
        assertThat(fixture.last().cancelled).isTrue();
        port.settle();
        assertThat(client.head).isNull();
    }

    @Test
    void cancelsAnEndlessResponseIfTheClientLeavesBeforeItsContent() {
        Client client = fixture.beginWrite(port, null);
        port.setFence();
        port.settle();
        fixture.last().head(200);
        leave(client);
        assertThat(fixture.last().cancelled).isTrue();
    }

    @Test
    void flushesWhatWasHeldBackForAClient() {
        Client client = fixture.beginWrite(port, null);
        port.setFence();
        port.settle();
        fixture.last().head(200);
        client.writable = false;
        fixture.last().listener.data(ExchangeFixture.octets("one"));
        assertThat(fixture.last().paused).isTrue();
        client.writable = true;
        client.unflushed = 1;
        Objects.requireNonNull(client.write).clientWritable();
        assertThat(client.unflushed).isZero();
    }

    @Test
    void mustNotEndAResponseWithoutAHead() {
        Client client = fixture.beginWrite(port, null);
        port.setFence();
        fixture.last().listener.end(HeaderFields.EMPTY);
        assertThat(client.status()).isEqualTo(502);
    }

    private static void leave(Client client) {
        Objects.requireNonNull(client.write).clientLeft();
    }
}
