package dev.larder.writes.buffer;

import dev.larder.cache.spi.CacheTag;
import dev.larder.writes.AcknowledgedWrite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Acknowledged writes that their origin has rejected. They keep their quota and mark nothing, until an operator decides about them. */
public final class DeadLetters {

    private final WriteLog log;
    private final ChannelQuotas quotas;
    private final PendingWriteAnnouncer holds;
    private final Consumer<AcknowledgedWrite> deliver;

    DeadLetters(WriteLog log, ChannelQuotas quotas, PendingWriteAnnouncer holds, Consumer<AcknowledgedWrite> deliver) {
        this.log = log;
        this.quotas = quotas;
        this.holds = holds;
        this.deliver = deliver;
    }

    /** Returns the oldest of them, the oldest first. */
    public List<WriteStatus.Dead> oldest(int most) throws IOException {
        List<WriteStatus.Dead> dead = new ArrayList<>();
        for (PendingWrite each : log.kept()) {
            if (each.isDead()
                    && dead.size() < most
                    && log.status(each.write().id()).orElse(null) instanceof WriteStatus.Dead found) {
                dead.add(found);
            }
        }
        return dead;
    }

    /** Returns their number. */
    public long count() {
        return log.kept().stream().filter(PendingWrite::isDead).count();
    }

    /** Redrives some; completes with their number. */
    public CompletionStage<Integer> redrive(Collection<UUID> ids) {
        List<PendingWrite> dead = log.claim(ids);
        List<Set<CacheTag>> tags = dead.stream().map(PendingWrite::tags).toList();
        return holds.raise(tags)
                .thenCompose(held -> log.enter(new WriteLogRecord.Redriven(numbers(dead))))
                .handle((entered, fault) -> {
                    log.unclaim(dead);
                    if (fault != null) {
                        holds.lower(tags);
                        throw new CompletionException(fault);
                    }
                    dead.forEach(each -> deliver.accept(each.write()));
                    return dead.size();
                });
    }

    private static List<Long> numbers(Collection<PendingWrite> writes) {
        return writes.stream().map(each -> each.write().number()).toList();
    }

    /** Discards some; completes with their number. */
    public CompletionStage<Integer> discard(Collection<UUID> ids) {
        return log.discard(log.claim(ids)).thenApply(discarded -> {
            discarded.forEach(each -> quotas.release(each.write().channel(), ChannelQuotas.weight(each)));
            return discarded.size();
        });
    }

    /** Returns the rule of one. */
    public Optional<String> ruleOf(UUID dead) {
        return log.kept(dead).map(each -> each.write().channel());
    }
}
