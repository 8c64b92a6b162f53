package dev.larder.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A client that makes no room loses what waits for it, is told so, and is broken off if it does not take in even that. */
class CallResponseStreamTest {

    private static final Duration TIME = Duration.ofSeconds(60);
    private static final Duration ALMOST = TIME.minusMillis(1);
    private static final Duration THE_REST = Duration.ofMillis(1);

    private final VirtualTimeScheduler clock = VirtualTimeScheduler.create();
    private final Call call = new Call();
    private final Context context = new CallResetTracerFactory()
            .newServerStreamTracer("", new Metadata())
            .filterContext(Context.ROOT);
    private final List<String> done = new ArrayList<>();
    private final CallResponseStream<String> outlet = outlet();

    private CallResponseStream<String> outlet() {
        Context before = context.attach();
        try {
            return new CallResponseStream<>(
                    call, new CallResponseStream.Patience(TIME, clock), () -> done.add("given up"));
        } finally {
            context.detach(before);
        }
    }

    @Test
    void endsStalledCallWithDeadlineExceeded() {
        call.ready = false;
        outlet.whenReady(() -> done.add("ready"));
        clock.advanceTimeBy(ALMOST);
        assertThat(done).isEmpty();

        clock.advanceTimeBy(THE_REST);

        assertThat(done).containsExactly("given up");
        assertThat(call.ended).isNotNull();
        assertThat(call.ended.getCode()).isEqualTo(Code.DEADLINE_EXCEEDED);
        assertThat(call.ended.getDescription()).startsWith("STALLED: ");
        call.makeRoom();
        assertThat(done).containsExactly("given up");
    }

    @Test
    void cancelsCallIfClientDoesNotReadStalledStatus() {
        call.ready = false;
        outlet.whenReady(() -> done.add("ready"));
        clock.advanceTimeBy(TIME);
        clock.advanceTimeBy(ALMOST);
        assertThat(context.isCancelled()).isFalse();

        clock.advanceTimeBy(THE_REST);

        assertThat(context.cancellationCause()).isInstanceOf(TimeoutException.class);
    }

    @Test
    void cancelsCallIfClientDoesNotReadEndOfCompleteResponse() {
        call.ready = false;
        outlet.end(Status.OK);
        clock.advanceTimeBy(TIME);
        assertThat(context.isCancelled()).isTrue();
    }

    @Test
    void clientThatReadsGetsFullTimeoutAgain() {
        for (int i = 0; i < 5; i++) {
            call.ready = false;
            outlet.whenReady(() -> {
                done.add("ready");
                call.ready = false;
            });
            clock.advanceTimeBy(ALMOST);
            call.makeRoom();
        }
        assertThat(done).hasSize(5).containsOnly("ready");
        assertThat(call.ended).isNull();
    }

    @Test
    void repeatedWhenReadyDoesNotExtendTimeout() {
        call.ready = false;
        outlet.whenReady(() -> done.add("ready"));
        clock.advanceTimeBy(ALMOST);
        outlet.whenReady(() -> done.add("ready"));
        clock.advanceTimeBy(THE_REST);
        assertThat(done).containsExactly("given up");
    }

    @Test
    void timeoutDoesNotRunWhileNothingIsPending() {
        outlet.whenReady(() -> done.add("ready"));
        call.ready = false;
        clock.advanceTimeBy(TIME.multipliedBy(3));
        assertThat(done).containsExactly("ready");
        outlet.end(Status.OK);
        assertThat(call.ended).isEqualTo(Status.OK);
    }

    @Test
    void doesNotWaitForCancelledClient() {
        call.ready = false;
        outlet.whenReady(() -> done.add("ready"));
        call.cancel.run();
        outlet.whenReady(() -> done.add("ready"));
        clock.advanceTimeBy(TIME.multipliedBy(3));
        assertThat(done).containsExactly("given up");
        assertThat(call.ended).isNull();
    }

    /** A call whose client makes room when it is told to. */
    private static final class Call extends ServerCallStreamObserver<String> {

        boolean ready = true;
        Runnable wake = () -> {};
        Runnable cancel = () -> {};

        @Nullable
        Status ended;

        void makeRoom() {
            ready = true;
            wake.run();
        }

        @Override
        public boolean isReady() {
            return ready;
        }

        @Override
        public void setOnReadyHandler(Runnable handler) {
            wake = handler;
        }

        @Override
        public void setOnCancelHandler(Runnable handler) {
            cancel = handler;
        }

        @Override
        public void onNext(String message) {}

        @Override
        public void onError(Throwable error) {
            ended = Status.fromThrowable(error);
        }

        @Override
        public void onCompleted() {
            ended = Status.OK;
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public void setCompression(String compression) {}

        @Override
        public void disableAutoInboundFlowControl() {}

        @Override
        public void request(int count) {}

        @Override
        public void setMessageCompression(boolean enable) {}
    }
}
