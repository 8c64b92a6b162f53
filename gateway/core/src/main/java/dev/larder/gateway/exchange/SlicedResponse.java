package dev.larder.gateway.exchange;

import dev.larder.gateway.message.TruncatedResponseException;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.ConstructedResponse;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.SlicedRepresentation;
import dev.larder.rfc9111.StoredResponse;
import io.netty.buffer.ByteBuf;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Answers from slices, and from the origin what is missing between them: octets of one representation only, in order.
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>entered when</th><th>left when</th></tr>
 * <tr><td>scanning</td><td>it begins; all that was found is sent</td><td>an octet is missing, all is found, or {@value #WINDOW} slices are</td></tr>
 * <tr><td>measuring a gap</td><td>an octet is missing</td><td>a stored octet is found behind it, or {@value #MAX_EMPTY_PIECES} slices without any</td></tr>
 * <tr><td>asking</td><td>the gap is measured</td><td>the origin sends it (sending), something else, or fails</td></tr>
 * <tr><td>sending</td><td>there are octets to send</td><td>all of them are sent</td></tr>
 * </table>
 *
 * <p>What is scanned first is not sent before the first gap is asked for and verified: if the representation has changed by then, that part
 * of the present one is stored, and the request begins anew; if the origin forbids now what it had permitted, what is stored is dropped, and
 * the origin is asked for all. If it changes later, the response breaks off visibly.
 *
 * <p>What waits for the origin, or for the client, is taken from the {@link ContentMemory}. Where none is left, no more than one slice is
 * scanned before it is sent, and what a slow client does not take is read again once it does. Confined to the loop of its exchange.
 */
final class SlicedResponse implements MissingRangeFetch.Listener {

    /** Slices that are looked up before they are sent: so much of one response is held in the heap, at most. */
    private static final int WINDOW = 4;

    /** Slices without content that are looked up before the origin is asked for all of them. */
    private static final int MAX_EMPTY_PIECES = 256;

    /** Gaps that are asked for by themselves: what is stored behind them is fetched with the next one. */
    private static final int MAX_GAPS = 16;

    private static final long NOWHERE = -1;

    private final ExchangeContext context;
    private final ExchangeResponder responder;
    private final StoredRanges selection;
    private final SliceStore store;
    private final SlicedResponseOwner owner;
    private final ByteRange range;
    private final SliceQueue queue;
    private final int size;
    private ConstructedResponse answer;
    private long next;
    private long looked = NOWHERE;
    private long missing = NOWHERE;
    private SliceContents contents = SliceContents.NONE;
    private @Nullable MissingRangeFetch gap;
    private int gaps;
    private Phase phase = Phase.SCANNING;
    private Turn turn = Turn.NONE;
    private boolean looking;
    private boolean blocked;

    /** What the client has got: nothing, the head, or all that it will get. */
    private enum Phase {
        SCANNING,
        ANSWERING,
        OVER
    }

    /** Whether a step is being taken, and whether another one follows it. */
    private enum Turn {
        NONE,
        LAST,
        ANOTHER
    }

    /** @param size octets of a slice */
    SlicedResponse(
            ExchangeContext context,
            ExchangeResponder responder,
            StoredRanges selection,
            int size,
            SlicedResponseOwner owner) {
        this.context = context;
        this.responder = responder;
        this.selection = selection;
        this.store = new SliceStore(context.store(), context.request(), selection.representation(), size);
        this.owner = owner;
        this.range = selection.range();
        this.answer = selection.answer();
        this.queue = new SliceQueue(context.memory().claim());
        this.size = size;
        this.next = range.first();
    }

    /** Goes on as far as possible; a step that completes at once leads to the next without recursion. */
    void step() {
        boolean nested = turn != Turn.NONE;
        turn = Turn.ANOTHER;
        if (nested) {
            return;
        }
        try {
            while (turn == Turn.ANOTHER && phase != Phase.OVER) {
                turn = Turn.LAST;
                advance();
            }
        } finally {
            turn = Turn.NONE;
        }
    }

    private void advance() {
        if (looking) {
            return;
        }
        if (gap != null || next > range.last() || isScanned()) {
            deliver();
        } else if (missing != NOWHERE) {
            measure();
        } else if (store.number(next) != looked) {
            lookUp(store.number(next));
        } else {
            contents.at(next).ifPresentOrElse(this::take, () -> {
                missing = next;
                turn = Turn.ANOTHER;
            });
        }
    }

    /** Returns whether what is queued is to be sent before anything else is looked up. */
    private boolean isScanned() {
        long queued = queue.octets();
        if (queued == 0 || queued >= (long) WINDOW * size) {
            return queued > 0;
        }
        if (missing != NOWHERE) {
            return phase == Phase.ANSWERING && !queue.mayWait(0);
        }
        return store.number(next) != looked && !queue.mayWait(2L * size);
    }

    private void lookUp(long number) {
        looking = true;
        store.find(number)
                .onErrorReturn(SliceContents.NONE)
                .subscribe(found -> context.loop().run(() -> {
                    looking = false;
                    looked = number;
                    contents = found;
                    try {
                        step();
                    } catch (RuntimeException fault) {
                        failed(fault);
                    }
                }));
    }

    private void take(SliceContents.Part part) {
        long last = Math.min(part.range().last(), range.last());
        queue.add(part, next, last);
        next = last + 1;
        turn = Turn.ANOTHER;
    }

    /** Looks for the end of the gap that begins at {@link #missing}. */
    private void measure() {
        OptionalLong behind = contents.behind(missing);
        long end = store.last(looked);
        if (gaps >= MAX_GAPS) {
            ask(range.last());
        } else if (behind.isPresent()) {
            ask(Math.min(behind.getAsLong() - 1, range.last()));
        } else if (end >= range.last()) {
            ask(range.last());
        } else if (looked - store.number(missing) >= MAX_EMPTY_PIECES) {
            ask(end);
        } else {
            lookUp(looked + 1);
        }
    }

    private void ask(long last) {
        var wanted = new ByteRange(missing, last);
        missing = NOWHERE;
        if (phase == Phase.SCANNING && !selection.mayAsk()) {
            leave(owner::incomplete);
        } else if (phase == Phase.SCANNING && (selection.isBetterFetchedAnew(context, wanted) || !queue.mayWait(0))) {
            leave(owner::nothingStored);
        } else {
            SlicedRepresentation representation = selection.representation();
            boolean completes = selection.isWhole() && last == range.last();
            var asked = new MissingRangeFetch(
                    context,
                    representation,
                    completes
                            ? representation.askRest(context.request().head(), wanted.first())
                            : representation.ask(context.request().head(), wanted),
                    wanted,
                    selection.isStorable(context),
                    this);
            gap = asked;
            gaps++;
            next = last + 1;
            if (phase == Phase.SCANNING) {
                context.report().forwarded(Reason.STORED_PART);
            }
            asked.ask();
        }
    }

    private void leave(Runnable instead) {
        left();
        instead.run();
    }

    /** Sends what is queued as its client keeps up; what follows it then. */
    private void deliver() {
        if (gap != null && !gap.isVerified()) {
            return;
        }
        begin();
        while (!blocked && !queue.isEmpty()) {
            blocked = !responder.receive(queue.remove());
        }
        if (phase == Phase.OVER) {
            return;
        }
        if (blocked) {
            keepOrReadAgain();
            return;
        }
        queue.releaseMemory();
        if (gap != null) {
            gap.resume();
        } else if (next > range.last()) {
            phase = Phase.OVER;
            responder.end();
        } else {
            turn = Turn.ANOTHER;
            responder.received();
        }
    }

    /** A slice that is not kept would be found again when the client keeps up. */
    private void keepOrReadAgain() {
        if (gap == null && !queue.mayWait(size)) {
            next -= queue.octets();
            missing = NOWHERE;
            queue.clear();
            looked = NOWHERE;
            contents = SliceContents.NONE;
        }
    }

    private void begin() {
        if (phase != Phase.SCANNING) {
            return;
        }
        phase = Phase.ANSWERING;
        if (gap != null) {
            gap.report();
        } else if (selection.reason() != Reason.NOT_MODIFIED) {
            context.report()
                    .hit(selection.reason(), selection.representation().whole().ttl(context.now()));
        }
        responder.head(answer.head());
    }

    /** Called when the client has left: nothing more is sent. */
    void left() {
        phase = Phase.OVER;
        if (gap != null) {
            gap.cancel();
        }
        queue.clear();
    }

    /** Called when the client keeps up again. */
    void clientWritable() {
        blocked = false;
        step();
    }

    @Override
    public void interim(ResponseHead head) {
        if (phase == Phase.SCANNING) {
            responder.interim(head);
        }
    }

    /** The fields of a later gap cannot reach the client any more: they go to the store. Octets of another type must not follow. */
    @Override
    public boolean tryAccept(StoredResponse combined) {
        Optional<ConstructedResponse> now = selection.answerFrom(context, combined);
        if (phase == Phase.SCANNING) {
            now.ifPresent(current -> answer = current);
            return now.isPresent();
        }
        return now.filter(current -> type(current).equals(type(answer))).isPresent();
    }

    private static String type(ConstructedResponse response) {
        return response.head().fields().combined("Content-Type");
    }

    @Override
    public void verified() {
        step();
    }

    @Override
    public boolean acceptsOtherRepresentation() {
        return phase == Phase.SCANNING && selection.mayBeginAnew();
    }

    @Override
    public void replaced() {
        gap = null;
        leave(owner::replaced);
    }

    @Override
    public void refused(boolean changed) {
        gap = null;
        if (phase == Phase.SCANNING) {
            leave(changed ? owner::changed : owner::refused);
        } else {
            failed(new TruncatedResponseException());
        }
    }

    @Override
    public boolean receive(ByteBuf octets) {
        if (phase == Phase.OVER) {
            octets.release();
            return true;
        }
        queue.add(octets);
        step();
        return queue.isEmpty() && !blocked;
    }

    @Override
    public void received() {
        if (phase == Phase.ANSWERING) {
            responder.received();
        }
    }

    @Override
    public void complete() {
        gap = null;
        step();
    }

    @Override
    public void failed(Throwable error) {
        gap = null;
        if (phase != Phase.OVER) {
            leave(() -> responder.failed(error));
        }
    }
}
