package dev.larder.journal;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** A disk of which any operation can fail: those on a name, and those on a file that has been opened or created. */
public final class FaultyLogDirectory {

    private final Object target;
    private final String file;
    private final Fault fault;

    /** Throws what the disk shall throw. */
    @FunctionalInterface
    public interface Fault {

        /**
         * Before each operation.
         *
         * @param call the name of a method of {@link LogDirectory}, {@link LogDirectory.Input} or {@link LogDirectory.Output}
         * @param file that it is about; empty if it is about none
         */
        void before(String call, String file) throws IOException;
    }

    private FaultyLogDirectory(Object target, String file, Fault fault) {
        this.target = target;
        this.file = file;
        this.fault = fault;
    }

    /** That disk and its folders, with these faults. */
    public static LogDirectory over(LogDirectory disk, Fault fault) {
        return new FaultyLogDirectory(disk, "", fault).as(LogDirectory.class);
    }

    private <T> T as(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this::call));
    }

    private Object call(Object proxy, Method method, Object[] given) throws Throwable {
        String about = given != null && given[0] instanceof String name ? name : file;
        if (method.getDeclaringClass() != Object.class) {
            fault.before(method.getName(), about);
        }
        try {
            var result = new FaultyLogDirectory(method.invoke(target, given), about, fault);
            return switch (method.getName()) {
                case "open" -> result.as(LogDirectory.Input.class);
                case "create", "reopen" -> result.as(LogDirectory.Output.class);
                case "folder" -> result.as(LogDirectory.class);
                default -> result.target;
            };
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
