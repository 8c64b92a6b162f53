package dev.larder.cluster;

import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.util.List;
import java.util.Set;

/**
 * Restricts Java deserialization to the exceptions of a cluster, which Hazelcast sends in that form, and the classes they consist
 * of. Neither Larder nor any library in its executable needs more.
 */
public final class DeserializationFilter {

    private static final String ERRORS_OF_HAZELCAST = "com.hazelcast.";
    private static final Set<String> OF_ERRORS = Set.of(
            "[Ljava.lang.StackTraceElement;",
            "java.io.EOFException",
            "java.io.IOException",
            "java.lang.ArithmeticException",
            "java.lang.ArrayIndexOutOfBoundsException",
            "java.lang.ClassCastException",
            "java.lang.Error",
            "java.lang.Exception",
            "java.lang.IllegalArgumentException",
            "java.lang.IllegalStateException",
            "java.lang.IndexOutOfBoundsException",
            "java.lang.InterruptedException",
            "java.lang.NullPointerException",
            "java.lang.OutOfMemoryError",
            "java.lang.RuntimeException",
            "java.lang.SecurityException",
            "java.lang.StackTraceElement",
            "java.lang.Throwable",
            "java.lang.UnsupportedOperationException",
            "java.lang.VirtualMachineError",
            "java.net.ConnectException",
            "java.net.SocketException",
            "java.nio.channels.ClosedChannelException",
            "java.util.ArrayList",
            "java.util.Collections$EmptyList",
            "java.util.Collections$UnmodifiableCollection",
            "java.util.Collections$UnmodifiableList",
            "java.util.Collections$UnmodifiableRandomAccessList",
            "java.util.ConcurrentModificationException",
            "java.util.NoSuchElementException",
            "java.util.concurrent.CancellationException",
            "java.util.concurrent.CompletionException",
            "java.util.concurrent.ExecutionException",
            "java.util.concurrent.RejectedExecutionException",
            "java.util.concurrent.TimeoutException");

    /** The array behind a list: the JVM's filter checks each array, Hazelcast's does not. */
    private static final String ELEMENTS = "[Ljava.lang.Object;";

    private static final long DEEPEST = 100;
    private static final long LONGEST_ARRAY = 10_000;

    private DeserializationFilter() {}

    /** Returns the names of the allowed classes. */
    public static List<String> classes() {
        return List.copyOf(OF_ERRORS);
    }

    /** Returns the prefix of further allowed class names. */
    public static String prefix() {
        return ERRORS_OF_HAZELCAST;
    }

    /** Rejects all other classes in the whole JVM from now on, unless the command line sets jdk.serialFilter. */
    public static void denyAllElse() {
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(DeserializationFilter::judge);
        }
    }

    static Status judge(FilterInfo asked) {
        if (asked.depth() > DEEPEST || asked.arrayLength() > LONGEST_ARRAY) {
            return Status.REJECTED;
        }
        Class<?> type = asked.serialClass();
        if (type == null) {
            return Status.UNDECIDED;
        }
        String name = type.getName();
        boolean admitted = OF_ERRORS.contains(name) || name.equals(ELEMENTS) || name.startsWith(ERRORS_OF_HAZELCAST);
        return admitted ? Status.ALLOWED : Status.REJECTED;
    }
}
