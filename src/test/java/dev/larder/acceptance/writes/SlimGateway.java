package dev.larder.acceptance.writes;

import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.write.WriteFence;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.journal.BodyFile;
import dev.larder.journal.BodySink;
import dev.larder.journal.SegmentLogSettings;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.buffer.BatchFences;
import dev.larder.writes.buffer.IdempotencyFingerprint;
import dev.larder.writes.buffer.IncomingWrite;
import dev.larder.writes.buffer.TruncatedSha256;
import dev.larder.writes.buffer.WriteAcceptance;
import dev.larder.writes.buffer.WriteBuffer;
import dev.larder.writes.buffer.WriteBufferLimits;
import dev.larder.writes.buffer.WriteContent;
import dev.larder.writes.buffer.WriteLog;
import dev.larder.writes.buffer.WriteLogMaintenance;
import dev.larder.writes.buffer.WriteLogRecovery;
import dev.larder.writes.buffer.WriteReach;
import dev.larder.writes.delivery.ChannelDelivery;
import dev.larder.writes.delivery.DeliveryTimer;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;

/**
 * The buffered writes of a gateway without the gateway: log, buffer, delivery and housekeeping as {@code WriteBehindService} puts them
 * together, behind a server that does nothing else. It starts ten times as fast as a whole gateway, and tidies up more often, as it
 * does not live long.
 */
public final class SlimGateway {

    private static final String CHANNEL = "items";
    private static final int IN_MEMORY = 64 * 1024;

    /** As in the whole gateway that takes over: longer than any client waits before it repeats its request. */
    private static final Duration REMEMBERED = Duration.ofSeconds(60);

    private final WriteLog log;
    private final WriteBuffer buffer;
    private final String origin;

    private SlimGateway(Map<String, String> properties) throws IOException {
        Invalidator invalidator =
                new Invalidator(1 << 10, System.currentTimeMillis() << 20, new LocalInvalidationBus());
        var most = new WriteBufferLimits.ChannelLimit(1_000_000, 1L << 30);
        var limits = new WriteBufferLimits(most, Map.of(CHANNEL, most), REMEMBERED, 100_000);
        LarderClock clock = LarderClock.system();
        origin = properties.get("larder.origin");
        log = WriteLogRecovery.open(
                Path.of(properties.get("larder.writes.path")),
                SegmentLogSettings.ofBytes(256L << 20),
                task -> Schedulers.boundedElastic().schedule(task));
        buffer = new WriteBuffer(log, invalidator, limits, clock);
        Optional<String> bulk = Optional.ofNullable(properties.get("larder.rules.items.buffer.bulk"));
        var time =
                new ChannelDelivery.Time(clock::nanos, DeliveryTimer.on(Schedulers.parallel()), new SplittableRandom());
        ChannelDelivery delivery = ChannelDelivery.to(
                channel(bulk),
                buffer,
                new BatchFences(
                        buffer,
                        invalidator,
                        (write, asked, answer) -> Set.of(),
                        new WriteFence.UnknownOutcomeSettings(true, Duration.ofSeconds(10)),
                        Schedulers.parallel()),
                HttpClient.create(),
                time);
        Schedulers.boundedElastic()
                .schedulePeriodically(new WriteLogMaintenance(log, limits, clock), 50, 50, TimeUnit.MILLISECONDS);
        buffer.start(delivery::offer).toCompletableFuture().join();
        buffer.resume(CHANNEL, delivery::resume, delivery::offer);
    }

    private static DeliveryChannel channel(Optional<String> bulk) {
        return new DeliveryChannel(
                CHANNEL,
                bulk,
                DeliveryChannel.Format.MULTIPART,
                DeliveryChannel.SameKey.TOGETHER,
                new DeliveryChannel.Flush(500, 8 << 20, Duration.ofMillis(100)),
                new DeliveryChannel.Retry(
                        Duration.ofMillis(50), Duration.ofMillis(500), 10, DeliveryChannel.Deduplication.ITEMS),
                new DeliveryChannel.Fields(List.of(), List.of()),
                new DeliveryChannel.Requests(4, Duration.ofSeconds(30)));
    }

    /** Runs until it is killed; ends with 1 and one line if the log cannot be opened. */
    public static void main(String[] arguments) {
        Map<String, String> properties = Arrays.stream(arguments)
                .filter(argument -> argument.startsWith("--"))
                .map(argument -> argument.substring(2).split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        try {
            new SlimGateway(properties).serve(properties.containsKey("once"));
            System.exit(0);
        } catch (IOException e) {
            System.out.println("APPLICATION FAILED TO START " + e);
            System.exit(1);
        }
    }

    private void serve(boolean once) {
        DisposableServer server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .route(routes -> routes.post(
                        "/items",
                        (request, response) -> request.receive()
                                .aggregate()
                                .asByteArray()
                                .publishOn(Schedulers.boundedElastic())
                                .flatMap(content -> take(request, content))
                                .onErrorReturn(503)
                                .flatMap(status -> response.status(status).send())))
                .bindNow();
        System.out.println("Netty started on port " + server.port());
        if (!once) {
            server.onDispose().block();
        }
    }

    private Mono<Integer> take(HttpServerRequest request, byte[] content) {
        var head = new RequestHead(
                "POST", URI.create(origin + "/items"), HeaderFields.of("Content-Type", "application/json"));
        Optional<String> key = Optional.ofNullable(request.requestHeaders().get("Idempotency-Key"))
                .map(quoted -> quoted.replace("\"", ""));
        try {
            var upload = new IncomingWrite(
                    CHANNEL,
                    DeduplicatingOrigin.Item.in(content).writer(),
                    head,
                    key.map(given -> repeat(head, given, content)),
                    WriteReach.of(Set.of(), head.target()),
                    kept(content));
            return Mono.justOrEmpty(buffer.reserve(CHANNEL, content.length))
                    .flatMap(room -> Mono.fromCompletionStage(buffer.accept(upload, room))
                            .doFinally(signal -> room.release()))
                    .map(acceptance -> acceptance instanceof WriteAcceptance.Accepted ? 202 : 503)
                    .defaultIfEmpty(503);
        } catch (IOException full) {
            return Mono.just(503);
        }
    }

    /** As a whole gateway makes it of a request without credentials: each knows what the other has taken. */
    private static IdempotencyFingerprint repeat(RequestHead head, String key, byte[] content) {
        TruncatedSha256 digest =
                new TruncatedSha256.Maker().add(ByteBuffer.wrap(content)).digest();
        return IdempotencyFingerprint.of(
                CHANNEL,
                MessageHeadConverter.credentials(head),
                key,
                TruncatedSha256.of(
                        head.method(),
                        head.target().toString(),
                        head.fields().combined("Content-Type"),
                        digest.toString()));
    }

    private WriteContent kept(byte[] content) throws IOException {
        if (content.length <= IN_MEMORY) {
            return new WriteContent.Inline(ByteBuffer.wrap(content));
        }
        BodySink sink = log.newFile();
        try {
            sink.write(ByteBuffer.wrap(content));
            BodyFile file = sink.commit();
            return new WriteContent.InFile(file.name(), file.length());
        } finally {
            sink.abort();
        }
    }
}
