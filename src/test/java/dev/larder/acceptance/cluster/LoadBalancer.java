package dev.larder.acceptance.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** Sends requests to members as a load balancer does: to none that is about to be stopped. */
final class LoadBalancer {

    private static final long PATIENCE_SECONDS = 20;

    private final List<MemberProcess> members;
    private final List<MemberProcess> admitted;
    private final List<MemberProcess> busy = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();

    LoadBalancer(List<MemberProcess> members) {
        this.members = members;
        this.admitted = new ArrayList<>(members);
    }

    /** Does something with any of the admitted members, which is not drained before it is done. */
    <T> T with(Random random, Function<MemberProcess, T> request) {
        MemberProcess member = enter(random);
        try {
            return request.apply(member);
        } finally {
            leave(member);
        }
    }

    /** Sends nothing there any more, and waits for the answers to what was sent. */
    void drain(MemberProcess member) {
        long nanos = TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        lock.lock();
        try {
            admitted.remove(member);
            while (busy.contains(member)) {
                if (nanos <= 0) {
                    throw new AssertionError("member " + member.number() + " does not answer any more");
                }
                nanos = left.awaitNanos(nanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            lock.unlock();
        }
    }

    /** Sends requests there again. */
    void admit(MemberProcess member) {
        lock.lock();
        try {
            admitted.add(member);
        } finally {
            lock.unlock();
        }
    }

    /** All members, admitted or not. */
    List<MemberProcess> members() {
        return members;
    }

    private MemberProcess enter(Random random) {
        lock.lock();
        try {
            MemberProcess member = admitted.get(random.nextInt(admitted.size()));
            busy.add(member);
            return member;
        } finally {
            lock.unlock();
        }
    }

    private void leave(MemberProcess member) {
        lock.lock();
        try {
            busy.remove(member);
            left.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
