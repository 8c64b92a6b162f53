package dev.larder.gateway.autoconfigure;

import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.NativeDetector;
import org.springframework.util.ClassUtils;

/**
 * Stops the start of an application on which Larder does not work, before any bean is created. It refers to no class that
 * Spring Boot 3 lacks.
 */
final class PlatformCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final String SERVLET_CONTEXT = "org.springframework.web.context.WebApplicationContext";
    private static final String DECODER = "io.netty.handler.codec.http.HttpDecoderConfig";

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        // An image has the platform of its build, where this check has run, and no metadata to reflect on Netty.
        if (NativeDetector.inNativeImage() || !SwitchedOffCondition.isOn(context.getEnvironment())) {
            return;
        }
        ClassLoader loader = context.getClassLoader();
        Stream.of(springBoot(SpringBootVersion.getVersion()), application(isServlet(context)), netty(loader))
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(unsupported -> {
                    throw unsupported;
                });
    }

    /** Returns why a version of Spring Boot is refused; empty if it is supported, or later than all that are known. */
    static Optional<UnsupportedPlatformException> springBoot(String version) {
        String[] parts = version.split("[.-]");
        int major = number(parts[0]);
        boolean supported = major > 4 || (major == 4 && parts.length > 1 && number(parts[1]) >= 1);
        return supported
                ? Optional.empty()
                : Optional.of(new UnsupportedPlatformException(
                        "Larder needs Spring Boot 4.1, and this application runs on Spring Boot " + version + ".",
                        "Use Spring Boot 4.1 with Spring Cloud 2025.1, or remove Larder's dependencies."));
    }

    /** Returns why a kind of application is refused; empty if it is supported. */
    static Optional<UnsupportedPlatformException> application(boolean servlet) {
        return servlet
                ? Optional.of(new UnsupportedPlatformException(
                        "Larder needs a reactive web application, and this one is a servlet application.",
                        "Remove the dependency that brings Spring MVC (spring-boot-starter-web or -webmvc,"
                                + " spring-cloud-starter-gateway-server-webmvc), or set"
                                + " spring.main.web-application-type=reactive, or remove Larder's dependencies."))
                : Optional.empty();
    }

    /** Returns why the Netty on the class path is refused; empty if it is supported. */
    static Optional<UnsupportedPlatformException> netty(@Nullable ClassLoader loader) {
        boolean strict = ClassUtils.isPresent(DECODER, loader)
                && ClassUtils.hasMethod(
                        ClassUtils.resolveClassName(DECODER, loader), "setUseRfc9112TransferEncoding", boolean.class)
                && ClassUtils.hasMethod(
                        ClassUtils.resolveClassName(DECODER, loader), "setStrictLineParsing", boolean.class);
        return strict
                ? Optional.empty()
                : Optional.of(new UnsupportedPlatformException(
                        "The Netty on the class path is too old for Larder: it has no strict decoder of HTTP/1.1.",
                        "Remove the property netty.version from the build, or set <netty.version>4.2.15.Final"
                                + "</netty.version> or later."));
    }

    private static boolean isServlet(ConfigurableApplicationContext context) {
        ClassLoader loader = context.getClassLoader();
        return ClassUtils.isPresent(SERVLET_CONTEXT, loader)
                && ClassUtils.resolveClassName(SERVLET_CONTEXT, loader).isInstance(context);
    }

    private static int number(String part) {
        return part.chars().allMatch(Character::isDigit) && !part.isEmpty() ? Integer.parseInt(part) : 0;
    }
}
