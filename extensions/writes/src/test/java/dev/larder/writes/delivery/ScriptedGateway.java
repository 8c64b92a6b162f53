package dev.larder.writes.delivery;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.DeliveryFences;
import dev.larder.writes.DeliveryJournal;
import dev.larder.writes.OriginReply;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A delivery of which the test is everything else: journal, fences, origin and time. */
final class ScriptedGateway implements DeliveryTransport, DeliveryJournal, DeliveryFences {

    final SimulatedWorld world = new SimulatedWorld(1);
    final List<Request> requests = new ArrayList<>();
    final List<WriteSettlement> settled = new ArrayList<>();
    final List<String> events = new ArrayList<>();
    final ChannelDelivery delivery;
    boolean journalFails;
    boolean fenceFails;
    private long ids;
    private long numbers;

    ScriptedGateway(DeliveryChannel channel) {
        delivery = new ChannelDelivery(
                channel,
                this,
                this,
                this,
                new ChannelDelivery.Time(world::now, world, world.random),
                () -> new UUID(9, ids++));
    }

    /** Offers the next write and returns its number. */
    long offer(String key) {
        return offer(key, "http://o/a", 10);
    }

    long offer(String key, String target, long length, String... fields) {
        delivery.offer(SampleWrites.bare(numbers, key, target, length, HeaderFields.of(fields)));
        return numbers++;
    }

    /** Numbers of the writes of each request that has been sent. */
    List<List<Long>> sent() {
        return requests.stream().map(Request::numbers).toList();
    }

    void pass(long seconds) {
        world.pass(Duration.ofSeconds(seconds));
    }

    @Override
    public CompletableFuture<DeliveryOutcome> send(WriteBatch batch) {
        events.add("send");
        var request = new Request(batch, new CompletableFuture<>());
        requests.add(request);
        return request.answer;
    }

    @Override
    public InputStream content(AcknowledgedWrite write) throws IOException {
        throw new IOException("no content here");
    }

    @Override
    public CompletionStage<Void> planned(WriteBatch batch) {
        events.add("planned");
        return noted();
    }

    @Override
    public CompletionStage<Void> settled(WriteBatch batch, List<WriteSettlement> settlements) {
        events.add("settled");
        if (!journalFails) {
            settled.addAll(settlements);
        }
        return noted();
    }

    private CompletionStage<Void> noted() {
        return journalFails
                ? CompletableFuture.failedStage(new IOException("disk full"))
                : CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Raised> raise(WriteBatch batch) {
        events.add("raise");
        return fenceFails
                ? CompletableFuture.failedStage(new IOException("no fence"))
                : CompletableFuture.completedStage((reached, answer) -> {
                    events.add("lower " + reached);
                    return CompletableFuture.completedStage(null);
                });
    }

    /** A request that the test has to answer. */
    record Request(WriteBatch batch, CompletableFuture<DeliveryOutcome> answer) {

        List<Long> numbers() {
            return batch.writes().stream().map(AcknowledgedWrite::number).toList();
        }

        void whole(int status) {
            answer.complete(new DeliveryOutcome.Whole(reply(status), Duration.ZERO, SampleWrites.ANSWER));
        }

        void each(int... statuses) {
            answer.complete(new DeliveryOutcome.EachItem(
                    Arrays.stream(statuses).mapToObj(Request::reply).toList(), SampleWrites.ANSWER));
        }

        void silence(boolean reached) {
            answer.complete(new DeliveryOutcome.Silence(reached, "nothing"));
        }

        private static OriginReply reply(int status) {
            return new OriginReply(status, Optional.empty(), "");
        }
    }
}
