package dev.larder.gateway.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.exchange.ExchangeFixture;
import dev.larder.gateway.exchange.ExchangeFixture.Client;
import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** RFC 9111 4.4: what a write makes wrong is invalidated before its response is released. */
class WriteExchangeTest {

    private static final String[] FRESH = {"Cache-Control", "max-age=60"};

    private final ExchangeFixture fixture = new ExchangeFixture();

    @Test
    void mustNotSendBeforeTheFenceIsUp() {
        fixture.bus.holdBack();
        fixture.beginWrite(null);
        assertThat(fixture.asked).isEmpty();
        fixture.bus.apply();
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void sendsOnItsLoopIfTheFenceIsRaisedOnAnotherThread() {
        ByteBuf content = ExchangeFixture.octets("content");
        fixture.bus.holdBack();
        fixture.beginWrite(content);
        fixture.leaveLoop();
        fixture.bus.apply();
        assertThat(fixture.asked).isEmpty();
        fixture.runLoop();
        assertThat(fixture.asked).hasSize(1);
        assertThat(content.refCnt()).isZero();
    }

    @Test
    void mustNotAnswerBeforeTheInvalidationHasTakenEffect() {
        Client client = fixture.beginWrite(null);
        fixture.bus.holdBack();
        fixture.last().head(200, "Content-Length", "4");
        assertThat(fixture.last().paused).isTrue();
        assertThat(client.head).isNull();
        fixture.bus.apply();
        assertThat(client.head).isNull();
        fixture.bus.apply();
        assertThat(fixture.last().paused).isFalse();
        fixture.last().answerRest("done");
        assertThat(client.status()).isEqualTo(200);
        assertThat(client.content).hasToString("done");
        assertThat(client.ended).isTrue();
    }

    @Test
    void sendsResponseWithoutContentOnceWriteIsSettled() {
        Client client = fixture.beginWrite(null);
        fixture.last().head(204);
        fixture.last().listener.end(HeaderFields.EMPTY);
        assertThat(client.status()).isEqualTo(204);
        assertThat(client.ended).isTrue();
    }

    @Test
    void storesWriteResponseWhoseContentLocationIsTarget() {
        fixture.beginWrite(null);
        fixture.last().answer(200, "new", "Cache-Control", "max-age=60", "Content-Location", "/a/1");
        Client reader = fixture.begin("GET");
        assertThat(reader.content).hasToString("new");
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void answersBadGatewayIfOriginFailsBeforeContent() {
        Client client = fixture.beginWrite(null);
        fixture.last().head(200, "Content-Length", "4");
        fixture.last().listener.failed(new IOException("broken"));
        assertThat(client.status()).isEqualTo(502);
    }

    @Test
    void answersBadGatewayIfOriginFailsBeforeHead() {
        Client client = fixture.beginWrite(null);
        fixture.last().listener.failed(new IOException("broken"));
        assertThat(client.status()).isEqualTo(502);
    }

    @Test
    void answersBadGatewayIfInvalidationCannotBeDelivered() {
        Client client = fixture.beginWrite(null);
        fixture.bus.holdBack();
        fixture.last().head(200, "Content-Length", "4");
        fixture.bus.fail();
        assertThat(client.status()).isEqualTo(502);
        assertThat(fixture.last().cancelled).isTrue();
    }

    @Test
    void sendsNothingIfTheClientLeavesBeforeTheFenceIsUp() {
        ByteBuf content = ExchangeFixture.octets("content");
        fixture.stored("old", FRESH);
        fixture.bus.holdBack();
        Client client = fixture.beginWrite(content);
        leave(client);
        fixture.bus.apply();
        fixture.bus.apply();
        assertThat(fixture.asked).isEmpty();
        assertThat(content.refCnt()).isZero();
        assertThat(isServedFromTheStore()).isTrue();
    }

    @Test
    void changesNothingIfTheClientLeavesBeforeTheRequestIsSent() {
        fixture.stored("old", FRESH);
        Client client = fixture.beginWrite(null);
        leave(client);
        assertThat(fixture.last().cancelled).isTrue();
        assertThat(isServedFromTheStore()).isTrue();
    }

    @Test
    void awaitsOutcomeIfClientLeavesAfterRequestIsSent() {
        fixture.stored("old", FRESH);
        Client client = fixture.beginWrite(null);
        fixture.last().listener.sending();
        leave(client);
        assertThat(fixture.last().cancelled).isFalse();
        assertThat(isServedFromTheStore()).isFalse();
        fixture.asked.get(0).head(404);
        assertThat(fixture.asked.get(0).cancelled).isTrue();
        assertThat(isServedFromTheStore()).isTrue();
    }

    @Test
    void abandonedWriteStaysFencedThenInvalidatesAgain() {
        fixture.stored("old", FRESH);
        Client client = fixture.beginWrite(null);
        fixture.last().listener.sending();
        leave(client);
        fixture.pass(ExchangeFixture.HOLD);
        assertThat(fixture.last().cancelled).isTrue();
        fixture.begin("GET");
        fixture.last().answer(200, "fenced", FRESH);
        assertThat(isServedFromTheStore()).isFalse();
        fixture.pass(ExchangeFixture.HOLD);
        assertThat(isServedFromTheStore()).isFalse();
        fixture.begin("GET");
        fixture.last().answer(200, "new", FRESH);
        assertThat(isServedFromTheStore()).isTrue();
    }

    @Test
    void writeWithRefusedConnectionInvalidatesNothing() {
        fixture.stored("old", FRESH);
        fixture.beginWrite(null);
        fixture.last().listener.failed(new ConnectException("refused"));
        assertThat(isServedFromTheStore()).isTrue();
    }

    @Test
    void cancelsResponseIfClientLeavesDuringInvalidation() {
        fixture.stored("old", FRESH);
        Client client = fixture.beginWrite(null);
        fixture.bus.holdBack();
        fixture.last().head(200);
        leave(client);
        assertThat(fixture.last().cancelled).isTrue();
        fixture.bus.apply();
        fixture.bus.apply();
        assertThat(client.head).isNull();
        assertThat(isServedFromTheStore()).isFalse();
    }

    @Test
    void cancelsResponseIfClientLeavesBeforeItsContent() {
        Client client = fixture.beginWrite(null);
        fixture.last().head(200);
        leave(client);
        assertThat(fixture.last().cancelled).isTrue();
    }

    @Test
    void flushesPendingContentWhenClientBecomesWritable() {
        Client client = fixture.beginWrite(null);
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
    void answersBadGatewayIfResponseEndsWithoutHead() {
        Client client = fixture.beginWrite(null);
        fixture.last().listener.end(HeaderFields.EMPTY);
        assertThat(client.status()).isEqualTo(502);
    }

    private boolean isServedFromTheStore() {
        int before = fixture.asked.size();
        return fixture.begin("GET").ended && fixture.asked.size() == before;
    }

    private static void leave(Client client) {
        Objects.requireNonNull(client.write).clientLeft();
    }
}
