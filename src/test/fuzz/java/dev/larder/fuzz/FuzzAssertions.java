package dev.larder.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What has to hold for every input. */
public final class FuzzAssertions {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long FREE_BYTES = 4L << 20;
    private static final long BYTES_FOR_EACH = 256;

    private FuzzAssertions() {}

    /** It must hold. */
    public static void hold(boolean condition, Supplier<String> otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise.get());
        }
    }

    /** Both must be equal. */
    public static void equal(@Nullable Object found, @Nullable Object wanted, Supplier<String> of) {
        if (!Objects.equals(found, wanted)) {
            throw new AssertionError(of.get() + ": found <" + found + ">, wanted <" + wanted + ">");
        }
    }

    /**
     * Reading so many octets must not take memory out of all proportion, and must not throw. What takes too much is read
     * again: the first time may have loaded classes, and had them instrumented.
     */
    public static <T> T readFrugally(int octets, Callable<T> reading) {
        long most = FREE_BYTES + BYTES_FOR_EACH * octets;
        long before = THREADS.getCurrentThreadAllocatedBytes();
        T read = read(reading);
        long between = THREADS.getCurrentThreadAllocatedBytes();
        if (between - before >= most) {
            read(reading);
            long taken = THREADS.getCurrentThreadAllocatedBytes() - between;
            hold(taken < most, () -> octets + " octets took " + taken + " bytes");
        }
        return read;
    }

    private static <T> T read(Callable<T> reading) {
        try {
            return reading.call();
        } catch (Exception e) {
            throw new AssertionError("reading has thrown", e);
        }
    }
}
