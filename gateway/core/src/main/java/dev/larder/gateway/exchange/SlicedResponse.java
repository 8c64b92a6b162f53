package dev.larder.gateway.exchange;

import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.ConstructedResponse;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.SlicedRepresentation;
import dev.larder.rfc9111.StoredResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.Deque;
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
 * <tr><td>measuring a gap</td><td>an octet is missing</td><td>a stored octet is found behind it, or {@value #MOST_EMPTY} slices without any</td></tr>
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
final class SlicedResponse implements SliceGap.Listener {

    /** Slices that are looked up before they are sent: so much of one response is held in the heap, at most. */
    private static final int WINDOW = 4;

    /** Slices without content that are looked up before the origin is asked for all of them. */
    private static final int MOST_EMPTY = 256;

    /** Gaps that are asked for by themselves: what is stored behind them is fetched with the next one. */
    private static final int MOST_GAPS = 16;

    private static final int PIECE = 64 * 1024;
    private static final long NOWHERE = -1;

    private final ExchangeContext context;
    private final ExchangeResponder responder;
    private final SlicedSelection selection;
    private final SliceStore store;
    private final SlicedResponseOwner owner;
    private final ByteRange range;
    private final Deque<ByteBuf> queue = new ArrayDeque<>();
    private final ContentMemory.Claim memory;
    private final int size;
    private ConstructedResponse answer;
    private long queued;
    private long next;
    private long looked = NOWHERE;
    private long missing = NOWHERE;
    private SliceContents contents = SliceContents.NONE;
    private @Nullable SliceGap gap;
    private int gaps;
    private boolean verified;
    private boolean looking;
    private boolean begun;
    private boolean blocked;
    private boolean over;
    private boolean stepping;
    private boolean again;

    /** @param size octets of a slice */
    SlicedResponse(
            ExchangeContext context,
            ExchangeResponder responder,
            SlicedSelection selection,
            int size,
            SlicedResponseOwner owner) {
        this.context = context;
        this.responder = responder;
        this.selection = selection;
        this.store = new SliceStore(context.store(), context.request(), selection.representation(), size);
        this.owner = owner;
        this.range = selection.range();
        this.answer = selection.answer();
        this.memory = context.memory().claim();
        this.size = size;
        this.next = range.first();
    }

    /** Goes on as far as possible; a step that completes at once leads to the next without recursion. */
    void step() {
        again = true;
        if (stepping) {
            return;
        }
        stepping = true;
        try {
            while (again && !over) {
                again = false;
                advance();
            }
        } finally {
            stepping = false;
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
                again = true;
            });
        }
    }

    /** Returns whether what is queued is to be sent before anything else is looked up. */
    private boolean isScanned() {
        if (queued == 0 || queued >= (long) WINDOW * size) {
            return queued > 0;
        }
        if (missing != NOWHERE) {
            return begun && !memory.hold(queued);
        }
        return store.number(next) != looked && !memory.hold(queued + 2L * size);
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
        while (next <= last) {
            int count = (int) Math.min(PIECE, last + 1 - next);
            queue.add(Unpooled.wrappedBuffer(
                    part.octets(), (int) (next - part.range().first()), count));
            queued += count;
            next += count;
        }
        again = true;
    }

    /** Looks for the end of the gap that begins at {@link #missing}. */
    private void measure() {
        OptionalLong behind = contents.behind(missing);
        long end = store.last(looked);
        if (gaps >= MOST_GAPS) {
            ask(range.last());
        } else if (behind.isPresent()) {
            ask(Math.min(behind.getAsLong() - 1, range.last()));
        } else if (end >= range.last()) {
            ask(range.last());
        } else if (looked - store.number(missing) >= MOST_EMPTY) {
            ask(end);
        } else {
            lookUp(looked + 1);
        }
    }

    private void ask(long last) {
        var wanted = new ByteRange(missing, last);
        missing = NOWHERE;
        if (!begun && !selection.mayAsk()) {
            leave(owner::incomplete);
        } else if (!begun && (isBetterFetchedAnew(wanted) || !memory.hold(queued))) {
            leave(owner::nothingStored);
        } else {
            SlicedRepresentation representation = selection.representation();
            boolean completes = selection.isWhole() && last == range.last();
            var asked = new SliceGap(
                    context,
                    representation,
                    completes
                            ? representation.askRest(context.request().head(), wanted.first())
                            : representation.ask(context.request().head(), wanted),
                    wanted,
                    isBorne(),
                    this);
            gap = asked;
            gaps++;
            verified = false;
            next = last + 1;
            if (!begun) {
                context.report().forwarded(Reason.STORED_PART);
            }
            asked.ask();
        }
    }

    /**
     * A whole that others may wait for is fetched once for all of them, unless half of it is there. A range to which If-Range applies must be
     * of the representation that the client has.
     */
    private boolean isBetterFetchedAnew(ByteRange wanted) {
        return selection.isWhole()
                ? isBorne() && wanted.first() < selection.representation().length() / 2
                : wanted.equals(range) && !context.request().head().fields().contains("If-Range");
    }

    /** A range is stored whatever the length of the whole; the whole only if it could be stored as such. */
    private boolean isBorne() {
        var length = OptionalLong.of(selection.representation().length());
        return !selection.isWhole()
                || context.services().limits().bears(length, context.request().rule());
    }

    private void leave(Runnable instead) {
        left();
        instead.run();
    }

    /** Sends what is queued as its client keeps up; what follows it then. */
    private void deliver() {
        if (!verified && gap != null) {
            return;
        }
        begin();
        while (!blocked && !queue.isEmpty()) {
            ByteBuf piece = queue.remove();
            queued -= piece.readableBytes();
            blocked = !responder.data(piece);
        }
        if (over) {
            return;
        }
        if (blocked) {
            keepOrReadAgain();
            return;
        }
        memory.release();
        if (gap != null) {
            gap.resume();
        } else if (next > range.last()) {
            over = true;
            responder.end();
        } else {
            again = true;
            responder.received();
        }
    }

    /** A slice that is not kept would be found again when the client keeps up. */
    private void keepOrReadAgain() {
        if (gap == null && !memory.hold(queued + size)) {
            memory.release();
            next -= queued;
            missing = NOWHERE;
            dropQueue();
            looked = NOWHERE;
            contents = SliceContents.NONE;
        }
    }

    private void dropQueue() {
        queue.forEach(ByteBuf::release);
        queue.clear();
        queued = 0;
    }

    private void begin() {
        if (begun) {
            return;
        }
        begun = true;
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
        over = true;
        if (gap != null) {
            gap.cancel();
        }
        dropQueue();
        memory.release();
    }

    /** Called when the client keeps up again. */
    void clientWritable() {
        blocked = false;
        step();
    }

    @Override
    public void interim(ResponseHead head) {
        if (!begun) {
            responder.interim(head);
        }
    }

    /** The fields of a later gap cannot reach the client any more: they go to the store. Octets of another type must not follow. */
    @Override
    public boolean takes(StoredResponse combined) {
        Optional<ConstructedResponse> now = selection.answerFrom(context, combined);
        if (!begun) {
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
        verified = true;
        step();
    }

    @Override
    public boolean takesAnother() {
        return !begun && selection.mayBeginAnew();
    }

    @Override
    public void replaced() {
        gap = null;
        leave(owner::replaced);
    }

    @Override
    public void refused(boolean changed) {
        gap = null;
        if (begun) {
            failed(new TruncatedResponseException());
        } else {
            leave(changed ? owner::changed : owner::refused);
        }
    }

    @Override
    public boolean octets(ByteBuf octets) {
        if (over) {
            octets.release();
            return true;
        }
        queue.add(octets);
        queued += octets.readableBytes();
        step();
        return queue.isEmpty() && !blocked;
    }

    @Override
    public void received() {
        if (begun && !over) {
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
        if (!over) {
            leave(() -> responder.failed(error));
        }
    }
}
