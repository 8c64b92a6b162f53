package dev.larder.rpc;

import dev.larder.rpc.policy.AddressPolicy;
import io.netty.resolver.AbstractAddressResolver;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Resolves and checks names for a connection that is about to be made. The connection uses the checked address, so a
 * name that resolves differently the next time gains nothing.
 */
public final class CheckedAddressResolverGroup extends AddressResolverGroup<InetSocketAddress> {

    private final AddressResolverGroup<InetSocketAddress> names;
    private final AddressPolicy policy;

    /** Creates a group that admits the addresses of this policy. */
    public CheckedAddressResolverGroup(AddressResolverGroup<InetSocketAddress> names, AddressPolicy policy) {
        this.names = names;
        this.policy = policy;
    }

    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
        return new Checked(executor, names.getResolver(executor), policy);
    }

    private static final class Checked extends AbstractAddressResolver<InetSocketAddress> {

        private final AddressResolver<InetSocketAddress> names;
        private final AddressPolicy policy;

        Checked(EventExecutor executor, AddressResolver<InetSocketAddress> names, AddressPolicy policy) {
            super(executor, InetSocketAddress.class);
            this.names = names;
            this.policy = policy;
        }

        /** Always false, so that literal addresses are checked too. */
        @Override
        protected boolean doIsResolved(InetSocketAddress address) {
            return false;
        }

        @Override
        protected void doResolve(InetSocketAddress unresolved, Promise<InetSocketAddress> promise) {
            Promise<List<InetSocketAddress>> all = executor().newPromise();
            all.addListener((Future<List<InetSocketAddress>> found) -> {
                if (found.isSuccess()) {
                    promise.trySuccess(found.getNow().get(0));
                } else {
                    promise.tryFailure(found.cause());
                }
            });
            doResolveAll(unresolved, all);
        }

        @Override
        protected void doResolveAll(InetSocketAddress unresolved, Promise<List<InetSocketAddress>> promise) {
            if (!unresolved.isUnresolved()) {
                letThrough(List.of(unresolved), promise);
                return;
            }
            names.resolveAll(unresolved).addListener((Future<List<InetSocketAddress>> found) -> {
                if (found.isSuccess()) {
                    letThrough(found.getNow(), promise);
                } else {
                    promise.tryFailure(found.cause());
                }
            });
        }

        private void letThrough(List<InetSocketAddress> found, Promise<List<InetSocketAddress>> promise) {
            List<InetSocketAddress> admitted = found.stream()
                    .filter(each -> policy.allows(each.getAddress()))
                    .toList();
            if (admitted.isEmpty()) {
                promise.tryFailure(new AddressDeniedException());
            } else {
                promise.trySuccess(admitted);
            }
        }
    }
}
