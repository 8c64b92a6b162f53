package com.example.comparison;

import com.example.unsecured.UnsecuredApplication;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;

/** The application on a port, with Larder in its class path or without. */
final class ComparedGateway implements AutoCloseable {

    private static final String ROUTES = "--spring.cloud.gateway.server.webflux.routes";

    private final Object context;
    private final int port;

    private ComparedGateway(Object context, int port) {
        this.context = context;
        this.port = port;
    }

    /** With a route that has {@code Cache}, and one that has none. */
    static ComparedGateway withLarder(String origin, String... settings) throws Exception {
        List<String> arguments = arguments(origin);
        arguments.add(ROUTES + "[1].filters=Cache");
        arguments.addAll(List.of(settings));
        return start(ComparedGateway.class.getClassLoader(), arguments);
    }

    /** With the same two routes, and a class path from which every jar of Larder is taken. */
    static ComparedGateway withoutLarder(String origin) throws Exception {
        return start(classPathWithoutLarder(), arguments(origin));
    }

    int port() {
        return port;
    }

    private static List<String> arguments(String origin) {
        return new ArrayList<>(List.of(
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--spring.config.name=none",
                "--spring.main.banner-mode=off",
                ROUTES + "[0].id=plain",
                ROUTES + "[0].uri=" + origin,
                ROUTES + "[0].predicates=Path=/plain/**",
                ROUTES + "[1].id=cached",
                ROUTES + "[1].uri=" + origin,
                ROUTES + "[1].predicates=Path=/cached/**"));
    }

    private static ComparedGateway start(ClassLoader classes, List<String> arguments) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classes);
        try {
            Class<?> application = classes.loadClass(UnsecuredApplication.class.getName());
            Object context = classes.loadClass(SpringApplication.class.getName())
                    .getMethod("run", Class.class, String[].class)
                    .invoke(null, application, arguments.toArray(new String[0]));
            Object environment = context.getClass().getMethod("getEnvironment").invoke(context);
            Object port = environment
                    .getClass()
                    .getMethod("getProperty", String.class)
                    .invoke(environment, "local.server.port");
            return new ComparedGateway(context, Integer.parseInt(String.valueOf(port)));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static ClassLoader classPathWithoutLarder() throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            URL url = new File(entry).toURI().toURL();
            if (!hasLarder(url)) {
                urls.add(url);
            }
        }
        return new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    }

    private static boolean hasLarder(URL url) throws IOException {
        try (var one = new URLClassLoader(new URL[] {url}, null)) {
            return one.findResource("dev/larder/") != null;
        }
    }

    /** Whether a class of Larder can be loaded there. */
    boolean knowsLarder() {
        try {
            context.getClass().getClassLoader().loadClass("dev.larder.gateway.rule.annotation.CacheTtl");
            return true;
        } catch (ClassNotFoundException without) {
            return false;
        }
    }

    @Override
    public void close() throws Exception {
        ((AutoCloseable) context).close();
    }
}
