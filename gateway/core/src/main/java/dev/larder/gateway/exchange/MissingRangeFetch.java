package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.message.TruncatedResponseException;
import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.PartCombination;
import dev.larder.rfc9111.PartVerdict;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.SlicedRepresentation;
import dev.larder.rfc9111.StoredResponse;
import io.netty.buffer.ByteBuf;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request to the origin for octets that are missing between stored ones. Its response is used only if it is exactly this part of the same
 * representation (RFC 9110 15.3.7.3) and the origin still permits what is stored; its fields count from then on, for the client and for the
 * store. It is stored if nothing forbids that. Confined to the loop of its exchange.
 */
final class MissingRangeFetch implements ResponseSink {

    /** What other responses say, such as 401 and 503, is about the request or the moment. */
    private static final Set<Integer> CHANGED = Set.of(200, 206, 404, 410, 416);

    private final ExchangeContext context;
    private final SlicedRepresentation representation;
    private final RequestHead request;
    private final ByteRange range;
    private final boolean stores;
    private final Listener listener;
    private final Instant asked;
    private final EpochStamp stamp;
    private final OriginRequestTracker call;
    private Optional<Reason> notStored = Optional.empty();
    private Use use = Use.UNDECIDED;
    private @Nullable SliceRecorder recorder;
    private @Nullable ByteBuf last;
    private long missing;

    /** What the response is, as far as it is of use. */
    private enum Use {
        UNDECIDED,
        PART,
        PART_OF_ANOTHER
    }

    /**
     * Is told what becomes of the request. Called on the loop; not any more after {@link #replaced}, {@link #refused}, {@link #complete} and
     * {@link #failed}.
     */
    interface Listener {

        void interim(ResponseHead head);

        /**
         * The response is the part that was asked for.
         *
         * @param combined the whole, with what the origin says now
         * @return whether it may follow what the client has been sent
         */
        boolean tryAccept(StoredResponse combined);

        /** It is received; its octets follow. */
        void verified();

        /** Returns whether the part of another representation is of use. */
        boolean acceptsOtherRepresentation();

        /** It is the part of another representation, which is stored now. */
        void replaced();

        /**
         * It is something else, which is not received.
         *
         * @param changed whether it says that the origin does not send parts of the representation any more
         */
        void refused(boolean changed);

        /** Octets, in order; takes over the buffer. Returns whether more may come at once. */
        boolean receive(ByteBuf octets);

        void received();

        /** All octets have come, and are stored, or will not be soon. */
        void complete();

        void failed(Throwable error);
    }

    /**
     * @param request asks for the range, or for the range and everything behind it
     * @param stores whether the response may be stored, as far as its size is concerned
     */
    MissingRangeFetch(
            ExchangeContext context,
            SlicedRepresentation representation,
            RequestHead request,
            ByteRange range,
            boolean stores,
            Listener listener) {
        this.context = context;
        this.representation = representation;
        this.request = request;
        this.range = range;
        this.stores = stores;
        this.listener = listener;
        this.asked = context.now();
        this.call =
                new OriginRequestTracker(context.origin(), context.services().clock()::nanos, this);
        this.stamp = context.stamp();
        this.missing = range.length();
    }

    void ask() {
        try {
            call.ask(request);
        } catch (RuntimeException fault) {
            call.failed(fault);
        }
    }

    /** Nobody needs the rest. What has been stored stays. */
    void cancel() {
        call.cancel();
        if (recorder != null) {
            recorder.end().subscribe();
        }
        if (last != null) {
            last.release();
            last = null;
        }
    }

    /** Goes on if {@link Listener#receive} has said that no more may come. */
    void resume() {
        call.resume();
    }

    /** Returns whether the response is the part that was asked for. */
    boolean isVerified() {
        return use == Use.PART;
    }

    /** Reports whether the verified response is stored. */
    void report() {
        notStored.ifPresentOrElse(
                context.report()::notStored, () -> context.report().stored());
    }

    @Override
    public void interim(ResponseHead head) {
        listener.interim(head);
    }

    @Override
    public void head(ResponseHead received, boolean atHand) {
        long nanos = call.nanos();
        context.counter().traffic().fetched(nanos);
        ResponseHead head = context.request().rule().handling().fields().apply(received);
        ReceptionTimes when = new ReceptionTimes(
                asked, context.now(), context.services().clock().wall());
        PartVerdict verdict = PartCombination.judge(
                representation, request, range, head, context.request().policy(), when);
        if (verdict instanceof PartVerdict.Combined part) {
            combine(part, head, nanos);
        } else if (verdict instanceof PartVerdict.Foreign && listener.acceptsOtherRepresentation()) {
            receiveAnother(head, when, nanos);
        } else {
            refuse(verdict instanceof PartVerdict.Withdrawn || CHANGED.contains(head.status()));
        }
    }

    private void combine(PartVerdict.Combined part, ResponseHead head, long nanos) {
        notStored = stores ? part.notStored().or(context.origin()::obstacle) : Optional.of(Reason.TOO_LARGE);
        if (!listener.tryAccept(part.answer())) {
            refuse(false);
            return;
        }
        if (notStored.isEmpty()) {
            recorder = recorder(part.whole(), head, nanos);
        }
        use = Use.PART;
        listener.verified();
    }

    private void receiveAnother(ResponseHead head, ReceptionTimes when, long nanos) {
        RequestHead judged = request.withFields(request.fields().without("If-Range"));
        Optional<SlicedRepresentation> another = stores
                        && context.origin().obstacle().isEmpty()
                ? SlicedRepresentation.received(judged, head, context.request().policy(), when)
                : Optional.empty();
        if (another.isPresent()) {
            use = Use.PART_OF_ANOTHER;
            recorder = recorder(another.get(), head, nanos);
        } else {
            refuse(CHANGED.contains(head.status()));
        }
    }

    private void refuse(boolean changed) {
        cancel();
        listener.refused(changed);
    }

    private SliceRecorder recorder(SlicedRepresentation received, ResponseHead head, long nanos) {
        int size = context.services().limits().sliceSize(context.request().rule());
        var store = new SliceStore(context.store(), context.request(), received, size);
        return new SliceRecorder(
                store,
                context.loop(),
                new SliceRecorder.Fetched(range, stampOf(head), nanos, context.now()),
                context.memory().claim());
    }

    /** With the tags of the whole too, as a response to If-Range may lack them. */
    private EpochStamp stampOf(ResponseHead head) {
        return context.stampOf(
                context.stampOf(stamp, head), representation.whole().head());
    }

    @Override
    public boolean receive(ByteBuf octets) {
        if (call.isCancelled()) {
            octets.release();
            return true;
        }
        if (recorder != null) {
            recorder.add(octets);
        }
        missing -= octets.readableBytes();
        if (use == Use.PART_OF_ANOTHER) {
            octets.release();
        } else if (missing <= 0 && last == null) {
            last = octets;
        } else {
            return listener.receive(octets);
        }
        return true;
    }

    @Override
    public void received() {
        listener.received();
    }

    @Override
    public boolean hasIdleTimeout() {
        return true;
    }

    @Override
    public void end() {
        if (call.isCancelled()) {
            return;
        }
        if (missing != 0) {
            failed(new TruncatedResponseException());
        } else if (recorder == null) {
            complete();
        } else {
            context.deliverOnceStored(
                    recorder.end(),
                    notStored -> notStored.ifPresentOrElse(
                            context.counter().traffic()::notStored,
                            context.counter().traffic()::stored),
                    this::complete);
        }
    }

    private void complete() {
        if (call.isCancelled()) {
            return;
        }
        if (use == Use.PART_OF_ANOTHER) {
            listener.replaced();
        } else {
            passLast();
            listener.complete();
        }
    }

    private void passLast() {
        ByteBuf octets = last;
        last = null;
        if (octets != null) {
            listener.receive(octets);
        }
    }

    @Override
    public void failed(Throwable error) {
        if (recorder != null) {
            recorder.end().subscribe();
        }
        passLast();
        listener.failed(error);
    }
}
