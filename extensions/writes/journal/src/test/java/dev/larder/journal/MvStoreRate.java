package dev.larder.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** The same with H2's MVStore: one thread puts whatever waits, commits and syncs. */
final class MvStoreRate {

    private MvStoreRate() {}

    static double of(Path folder, int waiting, byte[] record, long nanos) throws InterruptedException {
        MVStore store = new MVStore.Builder()
                .fileName(folder.resolve("store").toString())
                .autoCommitDisabled()
                .open();
        try {
            MVMap<Long, byte[]> map = store.openMap("records");
            var queue = new LinkedBlockingQueue<CompletableFuture<Void>>();
            var appended = new LongAdder();
            var done = new CountDownLatch(waiting);
            long from = System.nanoTime();
            for (int i = 0; i < waiting; i++) {
                new Thread(() -> append(queue, appended, from + nanos, done)).start();
            }
            long number = 0;
            List<CompletableFuture<Void>> group = new ArrayList<>();
            while (done.getCount() > 0) {
                queue.drainTo(group);
                for (int i = 0; i < group.size(); i++) {
                    map.put(number++, record);
                }
                if (!group.isEmpty()) {
                    store.commit();
                    store.sync();
                }
                group.forEach(each -> each.complete(null));
                group.clear();
            }
            return appended.sum() * 1e9 / (System.nanoTime() - from);
        } finally {
            store.closeImmediately();
        }
    }

    private static void append(
            LinkedBlockingQueue<CompletableFuture<Void>> queue, LongAdder appended, long until, CountDownLatch done) {
        while (System.nanoTime() < until) {
            var waits = new CompletableFuture<Void>();
            queue.add(waits);
            waits.join();
            appended.increment();
        }
        done.countDown();
    }
}
