package dev.larder.gateway.filter;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.webflux.error.ErrorAttributes;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.server.WebExceptionHandler;

/** What an application itself does about errors. */
public final class ErrorHandlers {

    private static final List<String> NOT_ITS_OWN = List.of("org.springframework.", "dev.larder.gateway.");

    private ErrorHandlers() {}

    /** Returns the name of a class of the application's own that may have to see every error; empty if there is none. */
    public static Optional<String> own(ListableBeanFactory beans) {
        return answering(beans)
                .or(() -> Arrays.stream(beans.getBeanNamesForAnnotation(ControllerAdvice.class))
                        .map(beans::getType)
                        .filter(type -> type != null && isOwn(type))
                        .map(ClassUtils::getShortName)
                        .findFirst());
    }

    /** Returns the same, without the advice of controllers, which has seen an error before any of these does. */
    static Optional<String> answering(ListableBeanFactory beans) {
        return Stream.concat(
                        beans.getBeanProvider(WebExceptionHandler.class).stream(),
                        beans.getBeanProvider(ErrorAttributes.class).stream())
                .<Class<?>>map(ClassUtils::getUserClass)
                .filter(ErrorHandlers::isOwn)
                .map(ClassUtils::getShortName)
                .findFirst();
    }

    private static boolean isOwn(Class<?> type) {
        return NOT_ITS_OWN.stream().noneMatch(ClassUtils.getUserClass(type).getName()::startsWith);
    }
}
