package dev.larder.bulk.servlet;

import dev.larder.bulk.BulkWrites;
import dev.larder.bulk.content.BatchHead;
import dev.larder.bulk.content.BatchReader;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Reads the request as a batch for controller methods with a parameter {@link BulkWrites}, while it arrives. */
public final class ServletBulkWritesResolver implements HandlerMethodArgumentResolver {

    private final BatchReader reader;

    /** Creates a resolver with this reader. */
    public ServletBulkWritesResolver(BatchReader reader) {
        this.reader = reader;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == BulkWrites.class;
    }

    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders)
            throws IOException {
        HttpServletRequest servletRequest =
                Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class), "not a servlet request");
        var head = BatchHead.of(new ServletServerHttpRequest(servletRequest).getHeaders(), reader.limits());
        return reader.read(
                head,
                servletRequest.getInputStream(),
                ResolvableType.forMethodParameter(parameter).getGeneric(0).getType());
    }
}
