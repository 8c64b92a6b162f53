package dev.larder.compare.peer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How the JVMs are started: all of them with the same options.
 *
 * @param options of the JVM
 * @param larder Larder's executable
 * @param bare the gateway without a cache
 * @param cached the gateway with its own cache
 * @param secured the gateway behind Spring Security, with either cache
 */
public record JavaCommandLine(List<String> options, Path larder, Path bare, Path cached, Path secured) {

    /** The same with another heap, such as {@code 128m}. */
    JavaCommandLine withHeap(String heap) {
        var others = new ArrayList<>(options);
        others.removeIf(option -> option.startsWith("-Xms") || option.startsWith("-Xmx"));
        others.add("-Xmx" + heap);
        return new JavaCommandLine(others, larder, bare, cached, secured);
    }

    List<String> command() {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        return command;
    }

    /** Starts a class of this module. */
    public List<String> mainClass(Class<?> main, Object... arguments) {
        var command = command();
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        for (var argument : arguments) {
            command.add(argument.toString());
        }
        return command;
    }

    /** Starts an executable jar. */
    public List<String> jar(Path jar, String... arguments) {
        var command = command();
        command.addAll(List.of("-jar", jar.toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        return command;
    }
}
