package dev.larder.writes.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.filter.UnsafeRequestHandler.Sent;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.ResourcePath;
import dev.larder.invalidation.TaggedResource;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.journal.SegmentLogSettings;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.buffer.WriteBuffer;
import dev.larder.writes.buffer.WriteBufferLimits;
import dev.larder.writes.buffer.WriteLog;
import dev.larder.writes.buffer.WriteLogRecovery;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

class WriteIntakeTest {

    private static final SegmentLogSettings SETTINGS =
            new SegmentLogSettings(1 << 16, 1 << 20, 1 << 16, 1 << 15, 1 << 20, 0);
    private static final BufferedWriteRule RULE = new BufferedWriteRule(
            Set.of("POST"),
            Set.of(),
            false,
            1 << 20,
            false,
            WriteOrderKey.of("none"),
            Set.of(),
            new BufferedWriteRule.Destination(false, true));
    private static final ResourceTags TAGS = new ResourceTags(
            TaggedResource.of(ResourcePath.of("/items")), RequestRule.none(CachePolicy.DEFAULT, false), Couplings.NONE);

    private static final Sent SENT = new Sent("", URI.create("http://a.example/items"), TAGS.ofWrite(), "http");

    @TempDir
    private Path folder;

    private final NettyDataBufferFactory buffers = new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT);
    private final CountDownLatch busy = new CountDownLatch(1);
    private WriteLog log;
    private WriteIntake intake;

    @BeforeEach
    void open() throws IOException {
        log = WriteLogRecovery.open(folder, SETTINGS, Runnable::run);
        var most = new WriteBufferLimits.ChannelLimit(10, 1 << 20);
        var limits = new WriteBufferLimits(most, Map.of(TAGS.rule().name(), most), Duration.ofHours(1), 10);
        var invalidator = new Invalidator(1 << 10, 1, new LocalInvalidationBus());
        intake = new WriteIntake(new WriteBuffer(log, invalidator, limits, LarderClock.system()), log);
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void releasesUnwrittenContentWhenClientDisconnects() {
        List<Scheduler.Worker> workers = occupyAllThreads();
        try {
            Sinks.Many<DataBuffer> content = Sinks.many().unicast().onBackpressureBuffer();
            var head = new RequestHead(
                    "POST", URI.create("http://a.example/items"), HeaderFields.of("Transfer-Encoding", "chunked"));
            Disposable upload = intake.take(head, content.asFlux(), TAGS.rule().name(), RULE, SENT)
                    .subscribe();
            ByteBuf octets = Unpooled.directBuffer().writeZero(10);
            content.tryEmitNext(buffers.wrap(octets));
            upload.dispose();
            assertThat(octets.refCnt()).isZero();
        } finally {
            busy.countDown();
            workers.forEach(Disposable::dispose);
        }
    }

    /** What is scheduled from now on waits. */
    private List<Scheduler.Worker> occupyAllThreads() {
        List<Scheduler.Worker> workers = Stream.generate(Schedulers.boundedElastic()::createWorker)
                .limit(Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE)
                .toList();
        workers.forEach(worker -> worker.schedule(this::occupy));
        return workers;
    }

    private void occupy() {
        try {
            busy.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
