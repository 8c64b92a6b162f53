package dev.larder.rpc;

import io.grpc.Context;
import io.grpc.Context.CancellableContext;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Supports resetting a call (RST_STREAM), which drops data that was sent and not received. A status alone would wait
 * behind that data. gRPC itself resets only calls that exceed their client's deadline, so that is reported to it.
 */
public final class CallResetTracerFactory extends ServerStreamTracer.Factory {

    private static final Logger LOG = LoggerFactory.getLogger(CallResetTracerFactory.class);
    private static final Context.Key<Call> KEY = Context.key("larder-call");

    @Override
    public ServerStreamTracer newServerStreamTracer(String method, Metadata fields) {
        return new Call();
    }

    /** Returns an action that resets the current call, unless it is over by then. */
    static Runnable ofCurrentCall() {
        return Optional.ofNullable(KEY.get()).orElseThrow()::breakOff;
    }

    private static final class Call extends ServerStreamTracer {

        private enum State {
            OPEN,
            RESETTING,
            CLOSED
        }

        private volatile @Nullable CancellableContext context;
        private volatile State state = State.OPEN;

        @Override
        public Context filterContext(Context outer) {
            CancellableContext mine = outer.withCancellation();
            context = mine;
            return mine.withValue(KEY, this);
        }

        /** Called on the thread of the connection, which writes the reset next. */
        @Override
        public void streamClosed(Status status) {
            if (state == State.RESETTING && !status.isOk()) {
                LOG.debug("A call has been broken off whose client has not taken in what was sent");
            }
            state = State.CLOSED;
        }

        void breakOff() {
            CancellableContext mine = context;
            if (state == State.OPEN && mine != null) {
                state = State.RESETTING;
                mine.cancel(new TimeoutException(FetchFailure.STALLED.description()));
            }
        }
    }
}
