package dev.larder.writes.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.actuate.LarderWritesEndpoint;
import dev.larder.writes.buffer.IncomingWrite;
import dev.larder.writes.buffer.WriteContent;
import dev.larder.writes.buffer.WriteReach;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.mock.env.MockEnvironment;

/** The log of acknowledged writes is opened wherever there is one, and no start goes on without what is in it. */
class WriteLogStartTest {

    private static final Set<CacheTag> TAGS = Set.of(CacheTags.pool("items"));

    @TempDir
    private Path folder;

    private final ReactiveWebApplicationContextRunner runner = WritesApplicationFixture.runner()
            .withPropertyValues(
                    "larder.writes.drain-timeout=1ms", "management.endpoints.web.exposure.include=larder,larderwrites");

    private ReactiveWebApplicationContextRunner at(Path log) {
        return runner.withPropertyValues("larder.writes.path=" + log);
    }

    private void acknowledgeOne(Path log) {
        at(log).withPropertyValues("larder.rules.items.paths=/items", "larder.rules.items.buffer.flush-interval=1h")
                .run(context -> {
                    WriteBehindService there = context.getBean(LarderWritesAutoConfiguration.Holder.class)
                            .held()
                            .orElseThrow();
                    var head = new RequestHead("POST", URI.create("http://127.0.0.1:9/items"), HeaderFields.EMPTY);
                    var content = new WriteContent.Inline(ByteBuffer.wrap(new byte[1]));
                    var upload = new IncomingWrite(
                            "items", "key", head, Optional.empty(), WriteReach.of(TAGS, head.target()), content);
                    there.buffer()
                            .accept(upload, there.buffer().reserve("items", 1).orElseThrow())
                            .toCompletableFuture()
                            .join();
                });
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-U5")
    void opensLogWithPendingWritesEvenWithoutBufferingRule() {
        acknowledgeOne(folder);
        at(folder).run(context -> {
            WriteBehindService there = context.getBean(LarderWritesAutoConfiguration.Holder.class)
                    .held()
                    .orElseThrow();
            assertThat(there.buffer().waiting().writes()).isEqualTo(1);
            assertThat(context).hasSingleBean(LarderWritesEndpoint.class);
        });
    }

    @Test
    void opensNoLogIfNoneExistsAndNoRuleBuffers() {
        for (Path none : List.of(folder, folder.resolve("none"))) {
            at(none).run(context -> {
                assertThat(context.getBean(LarderWritesAutoConfiguration.Holder.class)
                                .held())
                        .isEmpty();
                assertThat(context).doesNotHaveBean(LarderWritesEndpoint.class);
            });
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-U5")
    void startFailsNamingUnreadableLogFileAndRemedy() throws IOException {
        Path log = folder.resolve("log");
        acknowledgeOne(log);
        Path elsewhere = folder.resolve("elsewhere");
        Path segment = log.resolve("000000000000000001.segment");
        Files.move(segment, elsewhere);
        Files.createSymbolicLink(segment, elsewhere);
        at(log).run(context -> {
            assertThat(context).hasFailed();
            FailureAnalysis analysis =
                    WritesApplicationFixture.analysis(context.getStartupFailure(), new MockEnvironment());
            assertThat(analysis.getDescription()).contains(segment + " cannot be read (", "acknowledged writes");
            assertThat(analysis.getAction()).contains("start again", ".quarantine");
        });
        assertThat(segment).isSymbolicLink();
        Files.move(elsewhere, segment, StandardCopyOption.REPLACE_EXISTING);
        at(log).run(context -> assertThat(context.getBean(LarderWritesAutoConfiguration.Holder.class)
                        .held()
                        .orElseThrow()
                        .buffer()
                        .waiting()
                        .writes())
                .isEqualTo(1));
    }

    @Test
    void failedDiscardLowersItsFence() {
        acknowledgeOne(folder);
        at(folder).run(context -> {
            WriteBehindService there = context.getBean(LarderWritesAutoConfiguration.Holder.class)
                    .held()
                    .orElseThrow();
            Invalidator invalidator = context.getBean(Invalidator.class);
            there.archive().close();
            for (int order = 0; order < 2; order++) {
                var discarded = there.discard("items").toCompletableFuture();
                assertThat(discarded).isCompletedExceptionally();
                assertThat(invalidator.judgeDelivered(EpochStamp.of(invalidator.epoch(), TAGS)))
                        .isEqualTo(EntryStatus.USABLE);
            }
        });
    }

    @Test
    void failedDiscardReportsItsCause() {
        acknowledgeOne(folder);
        at(folder).withPropertyValues("larder.actuate.write-enabled=true").run(context -> {
            context.getBean(LarderWritesAutoConfiguration.Holder.class)
                    .held()
                    .orElseThrow()
                    .archive()
                    .close();
            var answer = context.getBean(LarderWritesEndpoint.class)
                    .order(SecurityContext.NONE, "discard", null, "items", null, "operator");
            assertThat(answer.getStatus()).isEqualTo(503);
            assertThat(String.valueOf(answer.getBody())).contains("the log is closed");
        });
    }
}
