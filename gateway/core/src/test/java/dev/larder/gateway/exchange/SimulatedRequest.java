package dev.larder.gateway.exchange;

import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.exchange.RandomSchedule.VirtualLoop;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.write.WriteExchange;
import dev.larder.http.client.OriginCall;
import dev.larder.http.client.OriginResponseListener;
import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** One request of an {@link ExchangeHistory}: its exchange, its client, and what is known about them for the checks. */
final class SimulatedRequest {

    private final ExchangeHistory history;
    private final int number;
    private final int key;
    private final RequestHead head;
    private final VirtualLoop loop;
    private final RecordingClient client;
    private final List<ScriptedCall> calls = new ArrayList<>();
    private final List<ScriptedCall> inBackground = new ArrayList<>();
    private @Nullable ExchangeContext context;
    private @Nullable ReadExchange exchange;
    private @Nullable WriteExchange write;
    private @Nullable SimulatedWrite written;
    private int floor;
    private long originEnded = Long.MIN_VALUE;

    SimulatedRequest(ExchangeHistory history, int number, int key, RequestHead head) {
        this.history = history;
        this.number = number;
        this.key = key;
        this.head = head;
        this.loop = history.schedule().anyLoop();
        this.client = new RecordingClient(this, history.schedule());
    }

    int key() {
        return key;
    }

    /** Returns which variant of the resource it selects. */
    int variant() {
        return head.fields()
                .first("Accept")
                .map(accept -> accept.equals("a") ? 1 : 2)
                .orElse(0);
    }

    RequestHead head() {
        return head;
    }

    VirtualLoop loop() {
        return loop;
    }

    RecordingClient client() {
        return client;
    }

    /** Returns its requests to the origin, those in the background included. */
    List<ScriptedCall> calls() {
        return calls;
    }

    /** Returns the oldest version that it may get: writes that were over when it began have made it. */
    int floor() {
        return floor;
    }

    boolean hasBegun() {
        return context != null;
    }

    /** Returns whether its request to the origin is made although it has a response from the store. */
    boolean isValidatingInBackground() {
        return context != null && context.report().reason() == Reason.HIT_STALE_WHILE_REVALIDATE;
    }

    /** Returns whether a request to the origin goes on without its client. */
    boolean isInBackground(ScriptedCall call) {
        return inBackground.contains(call);
    }

    /** Returns whether it is a write that has begun, and is not over yet. */
    boolean isWriting() {
        return written != null && !written.isSettled();
    }

    /** Looks up what is stored, and begins the exchange with it. */
    void begin() {
        if (client.ending() == RecordingClient.Ending.LEFT) {
            return;
        }
        floor = history.floor(key);
        ExchangeContext begun = context();
        context = begun;
        if (isWrite()) {
            var observed = new SimulatedWrite(history, this);
            written = observed;
            boolean mayBeStored = history.schedule().random().nextBoolean();
            write = new WriteExchange(
                    begun,
                    client,
                    observed.fence(),
                    mayBeStored,
                    history.origin().content());
            write.begin();
        } else {
            exchange = new ReadExchange(begun, client);
            exchange.begin();
        }
    }

    private ExchangeContext context() {
        ExchangeRequest request = history.request(key, head);
        return ExchangeContext.of(
                history.services(),
                request,
                new Origin(false),
                loop,
                ExchangeHooks.NONE,
                history.services().limits().memory().inBackground());
    }

    /** Makes its requests to the origin. */
    private final class Origin implements OriginPort {

        private final boolean background;

        Origin(boolean background) {
            this.background = background;
        }

        @Override
        public OriginCall ask(RequestHead asked, long content, OriginResponseListener listener) {
            history.checker().checkAsking(SimulatedRequest.this);
            ScriptedCall call = history.origin().ask(SimulatedRequest.this, asked, listener);
            if (background) {
                inBackground.add(call);
            }
            return call;
        }

        @Override
        public OriginPort inBackground() {
            return new Origin(true);
        }
    }

    /** Called when the head of a response is about to be sent to its client. */
    void released() {
        if (written != null) {
            expect(written.isSettled(), "gets a response before its write is settled");
        }
    }

    /** Called when the origin has carried it out. */
    void made(int version) {
        Objects.requireNonNull(written).made(version);
    }

    /** Reads a part of a file for its client. */
    Flux<byte[]> read(Path file, ByteRange part) {
        history.figures().count("files sent");
        return history.opened(file).read(part.first(), part.length());
    }

    /** Returns a head as its client gets it. */
    ResponseHead reported(ResponseHead response) {
        if (calls.isEmpty() && joinsArriving()) {
            history.figures().count("heads before the end");
        }
        return Objects.requireNonNull(context).reported(response);
    }

    private boolean joinsArriving() {
        return history.origin().calls().stream()
                .anyMatch(call -> call.client().key() == key && call.status() == 200 && !call.isOver());
    }

    /** Called when its client has left. */
    void left() {
        if (exchange != null) {
            exchange.clientLeft();
        }
        if (write != null) {
            write.clientLeft();
        }
    }

    /** Called when its client keeps up again. */
    void clientWritable() {
        if (exchange != null) {
            exchange.clientWritable();
        }
        if (write != null) {
            write.clientWritable();
        }
    }

    /** Called when its client has got so many octets, before the end of the response. */
    void received(int octets) {
        long announced =
                client.head() == null ? -1 : client.head().announcedLength().orElse(-1);
        if (octets == announced) {
            history.checker().checkStored(this);
        }
    }

    /** Called when its client has got a response. */
    void answered() {
        history.checker().checkAnswer(this);
    }

    /** Called when a response of the origin is complete. */
    void originEnded() {
        originEnded = history.schedule().now();
    }

    /** Returns whether the store has had enough time since the end of the origin's response. */
    boolean hasLostPatience() {
        return history.schedule().now() - originEnded >= BodyRecorder.PATIENCE.toNanos();
    }

    /** Records a violation if the condition does not hold. */
    void expect(boolean condition, String otherwise) {
        expect(condition, () -> otherwise);
    }

    /** Records a violation, which is described only then, if the condition does not hold. */
    void expect(boolean condition, Supplier<String> otherwise) {
        if (!condition) {
            history.checker().violate(this + " " + otherwise.get());
        }
    }

    /** Returns the value of a field of the request; the empty string if there is none. */
    String field(String name) {
        return head.fields().first(name).orElse("");
    }

    boolean isWrite() {
        return head.method().equals("POST");
    }

    boolean isHead() {
        return head.method().equals("HEAD");
    }

    /** Returns what its client has got. */
    String outcome() {
        return client.ending() + " " + client.head() + " " + Arrays.hashCode(client.content()) + " " + calls.size();
    }

    @Override
    public String toString() {
        HeaderFields fields = head.fields();
        var text = new StringBuilder("request " + number + ": " + head.method() + " of key " + key);
        fields.forEach(
                field -> text.append(", ").append(field.name()).append(": ").append(field.value()));
        return text.toString();
    }
}
