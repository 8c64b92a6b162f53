package dev.larder.gateway.filter.origin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.message.TruncatedResponseException;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.test.publisher.TestPublisher;

/** An answer that nobody wants any more is let go, whoever has begun to read it, and whenever it comes. */
class OriginResponseStreamTest {

    private static final byte[] ABC = {'a', 'b', 'c'};

    private final TestPublisher<DataBuffer> origin = TestPublisher.create();
    private final OriginResponseStream answer = answer(origin);
    private final OriginSubscription subscription = new OriginSubscription();

    @Test
    void discardDrainsShortBody() {
        answer.discard();
        origin.next(piece(1024));
        origin.assertWasSubscribed();
        origin.assertNotCancelled();
        origin.complete();
    }

    @Test
    void discardCancelsBodyAfterDrainLimit() {
        answer.discard();
        origin.next(piece(64 * 1024));
        origin.assertNotCancelled();
        origin.next(piece(1));
        origin.assertCancelled();
    }

    @Test
    void cancelEndsBodyAtOnce() {
        answer.cancel();
        origin.assertCancelled();
    }

    @Test
    void cancelsBodyOfResponseThatArrivesAfterSubscriberLeft() {
        subscription.leave();
        Mono.<OriginResponseStream>create(sink -> subscription.bring(sink, answer))
                .subscribe();
        origin.assertCancelled();
    }

    @Test
    void discardCancelsBodyThatIsBeingRead() {
        answer.body().subscribe();
        answer.discard();
        origin.assertCancelled();
    }

    @Test
    void discardCancelsFirstReaderAfterSecondReaderLeft() {
        answer.body().subscribe();
        answer.body().subscribe().dispose();
        answer.discard();
        origin.assertCancelled(2);
    }

    @Test
    void discardedResponseIsNeverWhole() {
        assertThat(answer.isComplete(7)).isTrue();
        answer.discard();
        assertThat(answer.isComplete(7)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"3, true", "4, false", "2, false"})
    void bufferedContentIsValidOnlyIfItHasAnnouncedLength(String announced, boolean counts) {
        assertThat(here(announced).content().isPresent()).isEqualTo(counts);
    }

    @Test
    void discardKeepsBufferedContent() {
        OriginResponseStream here = here("3");
        here.discard();
        assertThat(here.content()).hasValue(ABC);
        assertThat(here.copiedBody().blockFirst()).isEqualTo(ABC);
    }

    @Test
    void aggregatesContentInOrder() {
        List<byte[]> gathered = new ArrayList<>();
        Flux.just("ab", "c", "de")
                .map(piece -> Unpooled.copiedBuffer(piece, StandardCharsets.US_ASCII))
                .subscribe(new BodyAggregator(gathered::add, error -> {}));
        assertThat(gathered).singleElement().isEqualTo("abcde".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void failsAggregationOfTruncatedContent() {
        List<byte[]> gathered = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        Flux.just(Unpooled.copiedBuffer(ABC))
                .concatWith(Mono.error(new TruncatedResponseException()))
                .subscribe(new BodyAggregator(gathered::add, failures::add));
        assertThat(gathered).isEmpty();
        assertThat(failures).hasSize(1);
    }

    private static OriginResponseStream here(String announced) {
        var head = new ResponseHead(200, HeaderFields.of("Content-Length", announced));
        var when = new ReceptionTimes(Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);
        return new OriginResponseStream(head, when, ABC, DefaultDataBufferFactory.sharedInstance);
    }

    @Test
    void responseThatArrivesAfterSubscriberLeftIsNotDelivered() {
        AtomicReference<OriginResponseStream> got = new AtomicReference<>();
        AtomicReference<MonoSink<OriginResponseStream>> sink = new AtomicReference<>();
        Mono.create(sink::set).subscribe(got::set);
        subscription.leave();
        subscription.bring(sink.get(), answer);
        assertThat(got).hasNullValue();
        origin.assertWasSubscribed();
    }

    @Test
    void deliveredResponseIsDiscardedWhenSubscriberLeaves() {
        Mono.<OriginResponseStream>create(sink -> subscription.bring(sink, answer))
                .subscribe();
        origin.assertWasNotSubscribed();
        subscription.leave();
        origin.assertWasSubscribed();
    }

    private static OriginResponseStream answer(TestPublisher<DataBuffer> body) {
        var head = new ResponseHead(200, HeaderFields.of("Content-Length", "7"));
        var when = new ReceptionTimes(Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);
        return new OriginResponseStream(head, when, body.flux(), Optional.empty());
    }

    private static DataBuffer piece(int bytes) {
        return DefaultDataBufferFactory.sharedInstance.wrap(new byte[bytes]);
    }
}
