package dev.larder.journal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.LongAdder;

/** Counts syncs of files. */
final class CountingLogDirectory {

    private final LogDirectory disk;
    private final LongAdder syncs = new LongAdder();

    CountingLogDirectory(LogDirectory disk) {
        this.disk = disk;
    }

    long syncs() {
        return syncs.sum();
    }

    /** The disk. */
    LogDirectory counting() {
        return proxy(LogDirectory.class, disk);
    }

    private <T> T proxy(Class<T> type, Object target) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> call(target, method, given)));
    }

    private Object call(Object target, Method method, Object[] given) throws Throwable {
        if (method.getName().equals("force") && given == null) {
            syncs.increment();
        }
        try {
            Object result = method.invoke(target, given);
            return result instanceof LogDirectory.Output ? proxy(LogDirectory.Output.class, result) : result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
