package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.exchange.ExchangeFixture.Client;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.upload.UploadContent;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import org.springframework.http.HttpStatus;

/** A write whose content arrives after its head fences nothing before its end, and never looks complete to the origin before. */
class StreamedWriteTest {

    private static final String[] FRESH = {"Cache-Control", "max-age=60"};
    private static final int LENGTH = 3;

    private final ExchangeFixture fixture = new ExchangeFixture();
    private UploadContent content;
    private boolean given;
    private long requested;

    private Client begin(int readAhead) {
        fixture.stored("old", FRESH);
        content = new UploadContent(readAhead, LENGTH, new CompletableFuture<>());
        content.onSubscribe(new Subscription() {
            @Override
            public void request(long pieces) {
                requested += pieces;
            }

            @Override
            public void cancel() {
                given = true;
            }
        });
        return fixture.beginWrite(null, write -> write.begin(content));
    }

    private void arrive(String octets) {
        content.onNext(ExchangeFixture.octets(octets));
    }

    private boolean isServedFromTheStore() {
        int before = fixture.asked.size();
        return fixture.begin("GET").ended && fixture.asked.size() == before;
    }

    private static void leave(Client client) {
        Objects.requireNonNull(client.write).clientLeft();
    }

    @Test
    void sendsContentAsItArrivesButItsEndOnlyOnceFenceIsRaised() {
        Client client = begin(0);
        fixture.last().listener.sending();
        arrive("a");
        assertThat(fixture.last().sent).hasToString("a");
        assertThat(isServedFromTheStore()).isTrue();
        fixture.bus.holdBack();
        arrive("bc");
        content.onComplete();
        assertThat(fixture.last().sent).hasToString("a");
        fixture.bus.apply();
        assertThat(fixture.last().sent).hasToString("abc.");
        assertThat(client.head).isNull();
    }

    @Test
    void requestsContentOnlyWhenOriginIsWritable() {
        begin(0);
        ManualCall call = fixture.last();
        assertThat(requested).isEqualTo(1);
        call.writable = false;
        arrive("a");
        assertThat(call.sent).hasToString("a");
        assertThat(requested).isEqualTo(1);
        call.writable = true;
        call.listener.writable();
        call.listener.writable();
        assertThat(requested).isEqualTo(2);
    }

    @Test
    void sendsNoContentAfterTheResponse() {
        begin(0);
        fixture.last().listener.sending();
        fixture.leaveLoop();
        arrive("abc");
        content.onComplete();
        fixture.enterLoop();
        fixture.last().answer(413, "enough");
        fixture.runLoop();
        assertThat(fixture.last().sent).isEmpty();
    }

    @Test
    void invalidatesStoredResponseOnceWriteIsAnswered() {
        Client client = begin(0);
        fixture.last().listener.sending();
        arrive("abc");
        content.onComplete();
        fixture.last().answer(200, "done");
        assertThat(client.content).hasToString("done");
        assertThat(isServedFromTheStore()).isFalse();
    }

    @Test
    void clientLeavingDuringUploadCancelsRequestAndInvalidates() {
        Client client = begin(0);
        fixture.last().listener.sending();
        arrive("ab");
        leave(client);
        assertThat(fixture.last().cancelled).isTrue();
        assertThat(given).isTrue();
        content.onComplete();
        assertThat(fixture.last().sent).hasToString("ab");
        assertThat(isServedFromTheStore())
                .as("the origin may have stored what it got")
                .isFalse();
        fixture.last().answer(200, "new", FRESH);
        assertThat(isServedFromTheStore()).as("nothing is fenced").isTrue();
    }

    @Test
    void clientLeavingBeforeAnythingIsSentInvalidatesNothing() {
        Client client = begin(0);
        leave(client);
        assertThat(fixture.last().cancelled).isTrue();
        assertThat(isServedFromTheStore()).isTrue();
    }

    @Test
    void tooSlowUploadIsAnsweredWith408AndInvalidates() {
        Client client = begin(0);
        fixture.last().listener.sending();
        arrive("ab");
        content.onError(new GatewayProblem(HttpStatus.REQUEST_TIMEOUT, "Too slow.").toUploadException());
        assertThat(fixture.last().cancelled).isTrue();
        assertThat(fixture.last().sent).hasToString("ab");
        assertThat(client.status()).isEqualTo(408);
        assertThat(client.field("Connection")).isEqualTo("close");
        assertThat(isServedFromTheStore()).isFalse();
    }

    @Test
    void uploadContinuesAfterEarlyResponseAndInvalidatesAgain() {
        Client client = begin(0);
        fixture.last().listener.sending();
        var write = fixture.last();
        write.head(200);
        write.data("early");
        assertThat(client.content).hasToString("early");
        assertThat(isServedFromTheStore()).isFalse();
        fixture.last().answer(200, "between", FRESH);
        assertThat(isServedFromTheStore()).isTrue();
        arrive("abc");
        content.onComplete();
        assertThat(write.sent).hasToString("abc.");
        write.listener.end(HeaderFields.EMPTY);
        client.endAll();
        assertThat(isServedFromTheStore()).isFalse();
    }

    @Test
    void completeEarlyResponseEndsUpload() {
        Client client = begin(0);
        fixture.last().listener.sending();
        fixture.last().answer(413, "enough");
        assertThat(client.ended).isTrue();
        assertThat(given).isTrue();
        assertThat(isServedFromTheStore()).isTrue();
    }

    @Test
    void cancelsOriginRequestIfClientLeavesAfterEarlyResponse() {
        Client client = begin(0);
        fixture.last().listener.sending();
        fixture.last().head(200, FRESH);
        fixture.last().data("early");
        leave(client);
        assertThat(fixture.last().cancelled).isTrue();
        assertThat(fixture.last().sent).isEmpty();
    }

    @Test
    void cancelsRecordedResponseIfClientLeavesDuringUpload() {
        Client client = begin(0);
        fixture.last().listener.sending();
        String here = fixture.last().head.target().toString();
        fixture.last().head(200, "Cache-Control", "max-age=60", "Content-Location", here, "Content-Length", "10");
        fixture.last().data("early");
        leave(client);
        assertThat(fixture.last().cancelled).isTrue();
    }

    @Test
    void sendsNothingToClientThatLeftBeforeResponseContent() {
        Client client = begin(0);
        fixture.last().listener.sending();
        fixture.last().head(200, FRESH);
        leave(client);
        assertThat(fixture.last().cancelled).isTrue();
        assertThat(client.status()).isZero();
        assertThat(client.brokenOff).isFalse();
    }

    @Test
    void invalidatesAndAnswers502IfFenceCannotBeRaised() {
        Client client = begin(0);
        fixture.last().listener.sending();
        arrive("a");
        fixture.bus.holdBack();
        arrive("bc");
        content.onComplete();
        fixture.bus.fail();
        assertThat(fixture.last().cancelled).isTrue();
        assertThat(client.status()).isEqualTo(502);
        applyAll();
        assertThat(isServedFromTheStore()).isFalse();
    }

    @Test
    void invalidatesAndAnswers502IfFenceFailsOnEarlyResponse() {
        Client client = begin(0);
        fixture.last().listener.sending();
        arrive("a");
        fixture.bus.holdBack();
        fixture.last().head(200);
        fixture.bus.fail();
        assertThat(client.status()).isEqualTo(502);
        applyAll();
        assertThat(isServedFromTheStore()).isFalse();
    }

    private void applyAll() {
        while (fixture.bus.isWaiting()) {
            fixture.bus.apply();
        }
    }

    @Test
    void reportsWriteEvenIfItsContentNeverArrives() {
        Client client = fixture.beginWrite(null, write -> {});
        leave(client);
        assertThat(Objects.requireNonNull(client.context).report().reason()).isEqualTo(Reason.METHOD);
    }

    @Test
    void invalidatesIfOriginFailsDuringUpload() {
        Client client = begin(0);
        fixture.last().listener.sending();
        arrive("ab");
        fixture.last().listener.failed(new IOException("broken"));
        assertThat(client.status()).isEqualTo(502);
        assertThat(given).isTrue();
        assertThat(isServedFromTheStore()).isFalse();
    }

    @Test
    void originFailureAfterBrokenUploadInvalidatesWithoutFence() {
        Client client = begin(0);
        fixture.last().listener.sending();
        arrive("ab");
        fixture.leaveLoop();
        content.onError(new IOException("The client is gone."));
        fixture.enterLoop();
        fixture.last().listener.failed(new IOException("broken"));
        fixture.runLoop();
        assertThat(client.status()).isEqualTo(502);
        assertThat(isServedFromTheStore())
                .as("the origin may have stored what it got")
                .isFalse();
        fixture.last().answer(200, "new", FRESH);
        assertThat(isServedFromTheStore()).as("nothing is fenced").isTrue();
    }

    @Test
    void completeContentIsSentOnlyOnceFenceIsRaised() {
        fixture.bus.holdBack();
        fixture.stored("old", FRESH);
        content = new UploadContent(LENGTH, LENGTH, new CompletableFuture<>());
        content.onSubscribe(new Subscription() {
            @Override
            public void request(long pieces) {}

            @Override
            public void cancel() {}
        });
        arrive("abc");
        content.onComplete();
        fixture.beginWrite(null, write -> write.begin(content));
        assertThat(fixture.asked).isEmpty();
        fixture.bus.apply();
        assertThat(fixture.last().sent).hasToString("abc.");
    }
}
