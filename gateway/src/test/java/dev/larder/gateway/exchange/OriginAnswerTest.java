package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.rfc9111.HeaderFields;
import dev.larder.gateway.rfc9111.Reception;
import dev.larder.gateway.rfc9111.ResponseHead;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.test.publisher.TestPublisher;

/** An answer that nobody wants any more is let go, whoever has begun to read it, and whenever it comes. */
class OriginAnswerTest {

    private final TestPublisher<DataBuffer> origin = TestPublisher.create();
    private final OriginAnswer answer = answer(origin);
    private final Asker asker = new Asker();

    @Test
    void aBodyThatNobodyReadsIsDrained() {
        answer.discard();
        origin.next(piece(1024));
        origin.assertWasSubscribed();
        origin.assertNotCancelled();
        origin.complete();
    }

    @Test
    void aLongBodyIsCutOff() {
        answer.discard();
        origin.next(piece(64 * 1024));
        origin.assertNotCancelled();
        origin.next(piece(1));
        origin.assertCancelled();
    }

    @Test
    void aBodyWhoseReaderForgetsItIsCutOff() {
        answer.body().subscribe();
        answer.discard();
        origin.assertCancelled();
    }

    @Test
    void aSecondReaderDoesNotHideTheFirst() {
        answer.body().subscribe();
        answer.body().subscribe().dispose();
        answer.discard();
        origin.assertCancelled(2);
    }

    @Test
    void whatIsCutOffIsNeverWhole() {
        assertThat(answer.whole(7)).isTrue();
        answer.discard();
        assertThat(answer.whole(7)).isFalse();
    }

    @Test
    void anAnswerThatComesAfterItsAskerHasLeftIsNotHandedOver() {
        AtomicReference<OriginAnswer> got = new AtomicReference<>();
        AtomicReference<MonoSink<OriginAnswer>> sink = new AtomicReference<>();
        Mono.create(sink::set).subscribe(got::set);
        asker.leave();
        asker.bring(sink.get(), answer);
        assertThat(got).hasNullValue();
        origin.assertWasSubscribed();
    }

    @Test
    void anAnswerThatWasHandedOverIsLetGoWhenItsAskerLeaves() {
        Mono.<OriginAnswer>create(sink -> asker.bring(sink, answer)).subscribe();
        origin.assertWasNotSubscribed();
        asker.leave();
        origin.assertWasSubscribed();
    }

    private static OriginAnswer answer(TestPublisher<DataBuffer> body) {
        var head = new ResponseHead(200, HeaderFields.of("Content-Length", "7"));
        var when = new Reception(Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);
        return new OriginAnswer(head, when, body.flux(), Optional.empty());
    }

    private static DataBuffer piece(int bytes) {
        return DefaultDataBufferFactory.sharedInstance.wrap(new byte[bytes]);
    }
}
